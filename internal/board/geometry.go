package board

import "nonogram"

// Geometry: rows run from left to right, columns from top to bottom.

// Ref returns the reference of line i.
func (b *Board) Ref(i int) nonogram.LineRef {
	if b.Shape != nil {
		return b.Shape.Ref(i)
	}
	if i < b.Height {
		return nonogram.LineRef{Axis: nonogram.Row, Index: i}
	}
	return nonogram.LineRef{Axis: nonogram.Column, Index: i - b.Height}
}

// Len returns the number of cells of line i.
func (b *Board) Len(i int) int {
	if b.Shape != nil {
		return len(b.Shape.Lines[i])
	}
	if i < b.Height {
		return b.Width
	}
	return b.Height
}

// Cells returns the first cell of line i of a rectangle and the step to the next.
func (b *Board) Cells(i int) (base, step int) {
	if i < b.Height {
		return i * b.Width, 1
	}
	return i - b.Height, b.Width
}

// Cell returns the j-th cell of line i.
func (b *Board) Cell(i, j int) int {
	if b.Shape != nil {
		return int(b.Shape.Lines[i][j])
	}
	base, step := b.Cells(i)
	return base + step*j
}

// At returns the index of a cell on line i, -1 if it is not on it.
func (b *Board) At(i, cell int) int {
	if b.Shape != nil {
		return b.Shape.At(i, cell)
	}
	switch row, col := b.LinesOf(cell); i {
	case row:
		return cell % b.Width
	case col:
		return cell / b.Width
	}
	return -1
}

// LinesOf returns the lines through a cell of a rectangle.
func (b *Board) LinesOf(cell int) (row, col int) { return cell / b.Width, b.Height + cell%b.Width }
