"""The play: the rules of Tong-its and its relatives as pure functions over immutable states."""
