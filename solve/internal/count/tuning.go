package count

// Every number that steers a count. None changes an answer, only how soon it is there
// or given up.
const (
	// maxSweepStates bounds the sweep: about 400 MB.
	maxSweepStates = 4_000_000
	// sweepPoll is the number of states between two looks at the clock: some hundred
	// microseconds.
	sweepPoll = 4096
	// entriesPerState bounds the tables of all automata of a region, of two bytes per
	// entry, to about what the states may take. Only lines of thousands of undecided
	// cells come near it.
	entriesPerState = 16
	// minEntries lets small regions have their tables whatever the bound is.
	minEntries = 1 << 22
	// usualWords is the length of a record, key and count, that the bound is about: 32
	// bytes. Longer ones count for more, so that memory is bounded.
	usualWords = 4

	// easyPeak is the load up to which a straight sweep is good enough: 2^10 states at
	// most. Tried: no record.
	easyPeak = 4 * 10
	// peakRaise is by which part of itself a limit is raised that no order was found
	// for. Tried: no record.
	peakRaise = 8
	// orderSteps bounds the search for a better order, in crossings looked at: some
	// tens of milliseconds.
	orderSteps = 1 << 20

	// digitWidth is the most bits of several fields to sort by in one pass. More
	// buckets than this leave the cache; a single wider field is a digit by itself.
	digitWidth = 8
	// chunkWords is the size of a chunk of states: small, because every bucket has one
	// that is not full.
	chunkWords = 512
	// minRecords is the number of records a chunk has room for at least.
	minRecords = 8
	// maxSlab is the number of chunks allocated at once; the first time it is one, so
	// that small regions stay cheap.
	maxSlab = 64
)
