"""What each source says about a play: followed with open readings, judged, and put into words."""
