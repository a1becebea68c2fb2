"""Three Thirteen: two or more players, eleven hands, and another wild rank in each of them."""
