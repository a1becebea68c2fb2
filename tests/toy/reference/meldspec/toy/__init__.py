"""Toy, a game of three cards: the example of docs/adding-a-game.md."""
