package render

// TextSize is for the tests.
var TextSize = textSize
