package render

import "nonogram"

// TextSize returns the columns and lines of a drawing of unlimited width.
func TextSize(p *nonogram.Puzzle, o Options) (columns, lines int) {
	return newTextDrawing(nil, p, nil, o, o.forms(false)[0]).textSize()
}
