"""What records say: numbers first, text at the edge. Nothing here plays, and nothing here is stored."""
