"""What each source says of a play: followed with readings left open, judged, and told."""
