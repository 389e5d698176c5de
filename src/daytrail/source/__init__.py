"""From text to the model, with an address for every mistake."""
