package cursor

import "nonogram"

// The limits of what is read; package format says what each is for.
const (
	MaxNumber        = 1_000_000_000
	MaxBlocksPerLine = nonogram.MaxSide
	MaxBlocks        = 2 * nonogram.MaxCells
	MaxText          = 64 << 10

	// MaxDepth bounds the nesting of XML elements and JSON values, which are
	// five deep at most where they mean something to us.
	MaxDepth = 64

	// MaxColorsRead bounds the colors a file may mention before it is known
	// which of them the puzzle needs; those have the limit nonogram.MaxColors.
	// It leaves room for a background and an ink that a format predefines.
	MaxColorsRead = nonogram.MaxColors + 4

	// maxBlankLines bounds the blank lines that are remembered in case they
	// turn out to be clues of empty lines: no puzzle has more lines.
	maxBlankLines = 2 * nonogram.MaxSide
)
