package count

// Tuning constants. None changes a result, except whether it is exact.
const (
	// defaultMemory is the memory of the sweep without a budget, in bytes, and stateBytes
	// that of a state of usualWords. maxSweepStates bounds any sweep.
	defaultMemory  = 400_000_000
	stateBytes     = 100
	maxSweepStates = 1 << 30
	// prunedStates is the limit of states of a sweep after it has exceeded its own: the rest
	// of it takes about as long as the part before. Pruning keeps half of them.
	prunedStates = 1 << 16
	// maxRank bounds the ranks that pruning distinguishes.
	maxRank = 1 << 12
	// sweepPoll is the number of states between two polls: some hundred microseconds.
	sweepPoll = 4096
	// entriesPerState bounds the tables of all automata of a region, of two bytes per
	// entry, to about the memory of the states.
	entriesPerState = 16
	// minEntries is allowed in any case.
	minEntries = 1 << 22
	// usualWords is the length of a record, key and count, in the limit of states. Longer
	// records count for more, shorter ones for less.
	usualWords = 4

	// easyPeak is the load up to which a straight sweep is good enough: at most 2^10 states.
	easyPeak = 4 * 10
	// If no order is found, the limit of the peak rises by a peakRaise-th.
	peakRaise = 8
	// orderSteps bounds the search for a better order, in crossings: some tens of
	// milliseconds.
	orderSteps = 1 << 20

	// digitWidth is the greatest number of bits to sort by in one pass, unless a single
	// field is wider. More buckets would not fit the cache.
	digitWidth = 8
	// chunkWords is the size of a chunk of states: small, because every bucket has one
	// that is not full.
	chunkWords = 512
	// minRecords is the least number of records in a chunk.
	minRecords = 8
	// maxSlab is the greatest number of chunks allocated at once; it starts at one.
	maxSlab = 64
)
