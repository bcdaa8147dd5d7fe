package format

import "nonogram/format/internal/cursor"

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
	MaxNumber = cursor.MaxNumber

	// MaxBlocksPerLine bounds one clue: more blocks than cells fit no line.
	MaxBlocksPerLine = cursor.MaxBlocksPerLine

	// MaxBlocks bounds the blocks of a puzzle: every cell a block of its own in
	// its row and in its column.
	MaxBlocks = cursor.MaxBlocks

	// MaxText bounds a title, name or note in bytes. Longer ones are no texts.
	MaxText = cursor.MaxText

	// MaxErrors ends the reading of a file: after so many errors there is
	// nothing to be learned from more, and a file may have a hundred million.
	MaxErrors = 10_000

	// maxKept bounds what a [Writer] keeps of puzzles that it cannot write as they
	// come, in clues and blocks: some 100 MB. That is only about files which begin
	// with the number of their puzzles.
	maxKept = 4 << 20

	// slabSize is how much of a long file [Read] has in memory: many puzzles, and
	// little of it.
	slabSize = 16 << 20

	// sniffWindow is how much of a file Sniff functions look at. All formats
	// show themselves in their first lines; what a window of this size costs is
	// small beside reading the file.
	sniffWindow = 64 << 10
)
