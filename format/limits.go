package format

// The limits of a file. Together with those of packages nonogram and cursor they bound
// the memory for a hostile file to a small multiple of its size, and the time to a small
// multiple of reading it.
const (
	// maxFileSize is the largest file read. A thousand tournament puzzles take 0.7 MB, a
	// 2000 × 2000 picture in JSON about 30 MB.
	maxFileSize = 256 << 20

	// maxErrors ends the reading of a file.
	maxErrors = 10_000

	// maxKept bounds the puzzles that a [Writer] keeps because the file begins with their
	// number, in clues and blocks: about 100 MB.
	maxKept = 4 << 20

	// slabSize is how much of a long file [Read] holds in memory.
	slabSize = 16 << 20

	// sniffWindow is how much of a file sniff functions see. All formats show themselves
	// in their first lines.
	sniffWindow = 64 << 10
)
