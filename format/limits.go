package format

import "nonogram"

// The limits of a file. Together with those of package nonogram they keep a
// hostile file from taking the machine: memory stays within a small multiple of
// the file's size, and time within a small multiple of reading it.
const (
	// MaxFileSize is the largest file read. A set of a thousand tournament
	// puzzles is 0.7 MB; a 2000 × 2000 picture in JSON some 30 MB.
	MaxFileSize = 256 << 20

	// MaxNumber is the largest number read. A clue above the side of its puzzle
	// is well-formed and merely unsolvable, so this is only here to end 50-digit
	// numbers, and so low that sums of clues cannot overflow.
	MaxNumber = 1_000_000_000

	// MaxBlocksPerLine bounds one clue: more blocks than cells fit no line.
	MaxBlocksPerLine = nonogram.MaxSide

	// MaxBlocks bounds the blocks of a puzzle: every cell a block of its own in
	// its row and in its column.
	MaxBlocks = 2 * nonogram.MaxCells

	// MaxText bounds a title, name or note in bytes. Longer ones are no texts.
	MaxText = 64 << 10

	// MaxErrors ends the reading of a file: after so many errors there is
	// nothing to be learned from more, and a file may have a hundred million.
	MaxErrors = 10_000

	// maxDepth bounds the nesting of XML elements and JSON values, which are
	// five deep at most where they mean something to us.
	maxDepth = 64

	// maxColorsRead bounds the colors a file may mention before it is known
	// which of them the puzzle needs; those have the limit nonogram.MaxColors.
	// It leaves room for a background and an ink that a format predefines.
	maxColorsRead = nonogram.MaxColors + 4

	// maxBlankLines bounds the blank lines that are remembered in case they
	// turn out to be clues of empty lines: no puzzle has more lines.
	maxBlankLines = 2 * nonogram.MaxSide

	// sniffWindow is how much of a file Sniff functions look at. All formats
	// show themselves in their first lines; what a window of this size costs is
	// small beside reading the file.
	sniffWindow = 64 << 10

	// maxShown is how many bytes of the input a message quotes.
	maxShown = 24
)
