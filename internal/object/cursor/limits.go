package cursor

import "nonogram"

// The limits of a puzzle in a file.
const (
	// MaxNumber is the largest number read. A clue above the side of its puzzle is
	// well-formed and unsolvable, so this only ends long numbers; sums of clues cannot
	// overflow.
	MaxNumber = 1_000_000_000

	// MaxBlocksPerLine bounds one clue.
	MaxBlocksPerLine = nonogram.MaxSide

	// MaxBlocks bounds the blocks of a puzzle: one per cell in its row and its column.
	MaxBlocks = 2 * nonogram.MaxCells

	// MaxText bounds a title, name or note in bytes.
	MaxText = 64 << 10

	// MaxDepth bounds the nesting of XML elements and JSON values. Known ones are at
	// most five deep.
	MaxDepth = 64

	// MaxColorsRead bounds the colors that a file mentions, used or not. It includes a
	// background and an ink that a format predefines.
	MaxColorsRead = nonogram.MaxColors + 4

	// maxBlankLines bounds the blank lines that are recorded as possible clues.
	maxBlankLines = 2 * nonogram.MaxSide
)
