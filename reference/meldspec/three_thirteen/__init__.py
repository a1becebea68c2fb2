"""Three Thirteen: two or more players, eleven hands, and a different wild rank in each hand."""
