package solve

// Counting the ways to fill a region, exactly.
//
// The sweep goes over the open cells one by one. Two fillings of the cells
// behind it are alike if they leave every line that is partly filled in the
// same state (automaton.go): whatever completes one completes the other. So it
// keeps one number for each combination of states of those lines, the frontier,
// and never looks at a filling again. Behind the last cell one combination is
// left, and its number is the answer. This is the transfer-matrix method of
// statistical physics, also known as the frontier method (Knuth, The Art of
// Computer Programming 4A, 7.1.4, algorithm Simpath).
//
// What it costs is the number of combinations, which grows exponentially with
// the lines that are partly filled at the same time. So the order of the cells
// matters more than anything else. Any order will do that takes the cells of a
// row from left to right and those of a column from top to bottom. Row by row
// and column by column are tried, and one that always finishes the line that
// can be finished most cheaply: it follows a ring or a bent strip around, where
// a straight sweep would cut it lengthwise.
//
// A combination is a key of packed states with a count behind it:
//
//	words     key 0                        key 1 …   count 0   count 1 …
//	bits      …| col 7 | col 5 | row 3 |             low       high
//
// A line has a field only while it is partly filled, wide enough for its live
// states, often one to three bits. Counts begin as one word and grow by a word
// for all before their sum could overflow.
//
// There is no hash table. A step changes the fields of one row and one column,
// so only combinations that agree in all other fields can meet; it is enough
// that these lie next to each other, and then a small dense array does the
// merging. Distributing what a step makes over buckets by the field that will
// not change next, in order, is one pass of a radix sort and brings together
// those that agree in all but the fields that will. So all memory is read and
// written in sequence: 45 million states per second of processor time, 25 with
// longer keys, where on tables of some 100,000 states a hash table with open
// addressing made 6 and a Go map 4, waiting for memory.

import (
	"math/big"
	"math/bits"
	"slices"
)

const (
	// sweepPoll is the number of states between two looks at the clock: some
	// hundred microseconds.
	sweepPoll = 4096
	// entriesPerState bounds the tables of all machines of a region, of two
	// bytes per entry, to about what the states may take. Only lines of
	// thousands of undecided cells come near it.
	entriesPerState = 16
	// minEntries lets small regions have their tables whatever maxStates is.
	minEntries = 1 << 22
	// usualWords is the length of a record, key and count, that maxStates is
	// about: 32 bytes. Longer ones count for more, so that memory is bounded.
	usualWords = 4
)

// count counts the ways to fill the open cells of a region, one of those
// that regions returned.
//
// It gives up, with ok false, when it would need more than maxStates states
// after any cell, or tables out of proportion to that, or when stop returns
// true, which it asks every few hundred microseconds, and once for every line
// while it prepares. On the way from one cell to the next it may hold that many
// states twice, so that it takes up to about 100 bytes for each of maxStates.
// states is the sum over all cells, a measure of the work. The same call does
// the same work.
func (d *dissection) count(region []int32, maxStates int, stop func() bool) (count *big.Int, states int64, ok bool) {
	switch fillable, ok := d.fillable(region, stop); {
	case !ok:
		return nil, 0, false
	case !fillable:
		return new(big.Int), 0, true
	}
	f := d.weave(region, max(minEntries, entriesPerState*maxStates), stop)
	if f == nil {
		return nil, 0, false
	}
	order, ok := f.bestOrder(stop)
	if !ok {
		return nil, 0, false
	}
	return newSweep(f, order, maxStates, stop).run()
}

// sweep is one count in progress.
type sweep struct {
	*fabric
	order     []int32
	fields    []keyField // by machine
	table     stateTable
	maxStates int
	states    int64

	// ranked lists the machines with more than one state at the frontier. The
	// table is sorted by their fields, the first ranked field above all: those
	// states that agree in the first k fields lie together, for every k.
	ranked []int32
	spare  []int32 // scratch of lift
	parts  []keyField
	digits []sortDigit
}

// keyField is where a key keeps the state of one machine. Fields do not
// straddle words.
type keyField struct {
	word  int
	shift uint
	width uint
	mask  uint64 // width ones
}

// of returns the field of a key.
func (f *keyField) of(key []uint64) uint64 { return key[f.word] >> (f.shift & 63) & f.mask }

// place returns the mask of the field in its word.
func (f *keyField) place() uint64 { return f.mask << f.shift }

// newSweep lays out the keys: every machine gets the lowest bits that are free
// from its first crossing to its last. Beyond that its state is always 0.
func newSweep(f *fabric, order []int32, maxStates int, stop func() bool) *sweep {
	s := &sweep{fabric: f, order: order, maxStates: maxStates, fields: make([]keyField, len(f.machines))}
	used := make([]uint64, 1)
	for _, i := range order {
		x := &f.crossings[i]
		for axis, m := range x.machine {
			if x.at[axis] == 0 {
				used = s.fields[m].settle(f.machines[m].sizes, used)
			}
		}
		for axis, m := range x.machine {
			if f.ends(x, axis) {
				used[s.fields[m].word] &^= s.fields[m].place()
			}
		}
	}
	s.table.reset(len(used), poller{stop: stop})
	return s
}

// settle finds room for a machine of the given sizes.
func (f *keyField) settle(sizes []int16, used []uint64) []uint64 {
	f.width = uint(bits.Len16(uint16(slices.Max(sizes) - 1)))
	f.mask = 1<<f.width - 1
	for f.word = range used {
		for f.shift = 0; f.shift+f.width <= 64; f.shift++ {
			if used[f.word]&f.place() == 0 {
				used[f.word] |= f.place()
				return used
			}
		}
	}
	f.word, f.shift = len(used), 0
	return append(used, f.place())
}

// run passes all crossings and returns what is left to count.
func (s *sweep) run() (count *big.Int, states int64, ok bool) {
	for k := range s.order {
		if !s.step(k) {
			return nil, s.states, false
		}
	}
	return s.table.total(), s.states, true
}

// step passes crossing k of the order. It is false if there are too many states
// or time is up.
func (s *sweep) step(k int) bool {
	x := &s.crossings[s.order[k]]
	s.rerank(k)
	if s.table.mayOverflow(x.colors) && !s.table.widen() {
		return false
	}
	cross := stateCrossing{colors: x.colors}
	for axis, m := range x.machine {
		cross.next[axis] = s.machines[m].next[x.at[axis]]
		cross.field[axis] = s.fields[m]
	}
	var first sortDigit
	if len(s.digits) > 0 {
		first = s.digits[0]
	}
	ok := s.table.cross(&cross, first, s.maxStates*usualWords/max(usualWords, s.table.stride()))
	for i := 1; i < len(s.digits) && ok; i++ {
		ok = s.table.sort(s.digits[i])
	}
	s.states += int64(s.table.states)
	return ok
}

// rerank says how to sort the states that step k makes, for step k+1 to find
// those together that it may merge: the fields that it changes must rank last.
// The fields that now rank below them are sorted by, which lifts them to the
// top; in a straight sweep over a dense region that is the one column just
// passed.
func (s *sweep) rerank(k int) {
	x := &s.crossings[s.order[k]]
	s.ranked = slices.DeleteFunc(s.ranked, x.joins)
	others := len(s.ranked)
	for axis, m := range x.machine {
		if _, behind := s.sizes(x, axis); behind > 1 {
			s.ranked = append(s.ranked, m)
		}
	}
	s.parts, s.digits = s.parts[:0], s.digits[:0]
	if k+1 < len(s.order) {
		s.lift(&s.crossings[s.order[k+1]], others)
		s.digits = appendDigits(s.digits, s.parts)
	}
}

// joins reports whether machine m goes through the crossing.
func (x *crossing) joins(m int32) bool { return m == x.machine[0] || m == x.machine[1] }

// lift puts the machines of the next crossing last in the ranking and those
// that were below them first, and leaves the fields of these in parts, the
// lowest first. Machines from rank own on have just been passed; states that
// differ in nothing else lie in no order, so those are lifted in any case.
func (s *sweep) lift(next *crossing, own int) {
	from := own
	if first := slices.IndexFunc(s.ranked, next.joins); first >= 0 {
		from = min(from, first)
	}
	s.spare = s.spare[:0]
	for _, m := range s.ranked[from:] {
		if !next.joins(m) {
			s.spare = append(s.spare, m)
		}
	}
	for i := len(s.spare) - 1; i >= 0; i-- {
		s.parts = append(s.parts, s.fields[s.spare[i]])
	}
	s.spare = append(s.spare, s.ranked[:from]...)
	for _, m := range s.ranked[from:] {
		if next.joins(m) {
			s.spare = append(s.spare, m)
		}
	}
	s.ranked, s.spare = s.spare, s.ranked
}

// sortDigit is what one pass of the radix sort sorts by: some fields, the first
// of them the lowest.
type sortDigit struct {
	parts []keyField
	width uint // of all parts
}

// digitWidth is the most bits of several fields to sort by in one pass. More
// buckets than this leave the cache; a single wider field is a digit by itself.
const digitWidth = 8

func appendDigits(digits []sortDigit, parts []keyField) []sortDigit {
	for len(parts) > 0 {
		n, width := 1, parts[0].width
		for n < len(parts) && width+parts[n].width <= digitWidth {
			width += parts[n].width
			n++
		}
		digits = append(digits, sortDigit{parts[:n], width})
		parts = parts[n:]
	}
	return digits
}

// of returns the digit of a key.
func (d *sortDigit) of(key []uint64) uint64 {
	var v uint64
	var to uint
	for i := range d.parts {
		v |= d.parts[i].of(key) << (to & 63)
		to += d.parts[i].width
	}
	return v
}

// stateTable holds the states of the frontier. It is a list of chunks, each a
// run of records, key and count; a chunk that has been read is written again.
type stateTable struct {
	keyWords, countWords int
	chunks               [][]uint64
	states               int
	high                 uint64 // the sum of the highest words of all counts
	poll                 poller

	free    [][]uint64    // chunks to write to
	slab    int           // chunks to ask for next time
	buckets []stateBucket // of the pass at hand, by digit
	digit   sortDigit     // what it sorts by

	// The group at hand: states that agree but for the two fields of a crossing.
	mask []uint64 // the bits they agree in
	base []uint64 // those bits of their keys
	sums []uint64 // counts behind the crossing, by the two states
	seen []int32  // where sums is not zero
}

// stateBucket is the part of the table with one digit, while it is written.
type stateBucket struct {
	full [][]uint64
	last []uint64
	fill int // words written to last
}

// poller asks stop now and then.
type poller struct {
	stop func() bool
	work int
}

// after notes that n states have been handled; true means stop.
func (p *poller) after(n int) bool {
	if p.work += n; p.work < sweepPoll {
		return false
	}
	p.work = 0
	return p.stop()
}

const (
	// chunkWords is the size of a chunk: small, because every bucket has one
	// that is not full.
	chunkWords = 512
	// minRecords is the number of records a chunk has room for at least.
	minRecords = 8
	// maxSlab is the number of chunks allocated at once; the first time it is
	// one, so that small regions stay cheap.
	maxSlab = 64
)

// reset leaves one state, all machines before their first cell.
func (t *stateTable) reset(keyWords int, poll poller) {
	*t = stateTable{keyWords: keyWords, countWords: 1, poll: poll, states: 1, high: 1}
	t.mask = make([]uint64, keyWords)
	t.base = make([]uint64, keyWords)
	first := t.chunk()[:keyWords+1]
	first[keyWords] = 1
	t.chunks = append(t.chunks, first)
}

// stride is the length of a record.
func (t *stateTable) stride() int { return t.keyWords + t.countWords }

// chunk returns an empty chunk at its full length.
func (t *stateTable) chunk() []uint64 {
	if len(t.free) == 0 {
		size := max(chunkWords, minRecords*t.stride())
		t.slab = min(max(1, 2*t.slab), maxSlab)
		slab := make([]uint64, t.slab*size)
		for i := 0; i < len(slab); i += size {
			t.free = append(t.free, slab[i:i+size:i+size])
		}
	}
	c := t.free[len(t.free)-1]
	t.free = t.free[:len(t.free)-1]
	return c[:cap(c)]
}

// begin opens the buckets of a pass.
func (t *stateTable) begin(d sortDigit) {
	t.digit = d
	for len(t.buckets) < 1<<d.width {
		t.buckets = append(t.buckets, stateBucket{})
	}
}

// grow gives a bucket another chunk.
func (t *stateTable) grow(b *stateBucket) {
	if b.last != nil {
		b.full = append(b.full, b.last[:b.fill])
	}
	b.last, b.fill = t.chunk(), 0
}

// record returns room for a record in the bucket of a digit.
func (t *stateTable) record(digit uint64) []uint64 {
	b := &t.buckets[digit]
	stride := t.stride()
	if b.fill+stride > len(b.last) {
		t.grow(b)
	}
	b.fill += stride
	return b.last[b.fill-stride : b.fill]
}

// finish makes the buckets the table, in the order of their digits.
func (t *stateTable) finish() {
	t.chunks = t.chunks[:0]
	for i := range t.buckets[:1<<t.digit.width] {
		if b := &t.buckets[i]; b.last != nil {
			t.chunks = append(t.chunks, b.full...)
			t.chunks = append(t.chunks, b.last[:b.fill])
			clear(b.full)
			*b = stateBucket{full: b.full[:0]}
		}
	}
}

// sort sorts the states by a digit and leaves those that agree in it in order.
func (t *stateTable) sort(d sortDigit) bool {
	stride := t.stride()
	t.begin(d)
	for _, c := range t.chunks {
		for r := 0; r < len(c); r += stride {
			copy(t.record(d.of(c[r:r+stride])), c[r:r+stride])
		}
		t.free = append(t.free, c)
		if t.poll.after(len(c) / stride) {
			return false
		}
	}
	t.finish()
	return true
}

// mayOverflow reports whether the counts may not fit their words any more when
// every state has been followed by that many.
func (t *stateTable) mayOverflow(colors int) bool {
	// All counts together are less than high+states, in units of a highest word.
	high, low := bits.Mul64(t.high+uint64(t.states), uint64(colors))
	return high != 0 || low>>63 != 0
}

// widen gives all counts another word.
func (t *stateTable) widen() bool {
	stride := t.stride()
	t.countWords++
	t.sums = nil // has other strides now, and is all zeros
	t.begin(sortDigit{})
	for _, c := range t.chunks {
		for r := 0; r < len(c); r += stride {
			record := t.record(0)
			copy(record, c[r:r+stride])
			record[stride] = 0
		}
		t.free = append(t.free, c)
		if t.poll.after(len(c) / stride) {
			return false
		}
	}
	t.finish()
	return true
}

// total is the sum of all counts.
func (t *stateTable) total() *big.Int {
	sum, count, word := new(big.Int), new(big.Int), new(big.Int)
	for _, c := range t.chunks {
		for ; len(c) > 0; c = c[t.stride():] {
			count.SetUint64(0)
			for w := t.stride() - 1; w >= t.keyWords; w-- {
				count.Lsh(count, 64)
				count.Or(count, word.SetUint64(c[w]))
			}
			sum.Add(sum, count)
		}
	}
	return sum
}

// stateCrossing is an open cell as the table sees it: two fields, and what
// becomes of their states with every color.
type stateCrossing struct {
	field  [2]keyField
	next   [2][]int16
	colors int
}

// cross passes an open cell, and sorts what comes of it by a digit. It is false
// if that is more than maxStates, or time is up.
//
// Before: states that agree in all but the two fields lie together.
// After: no two states agree in all fields.
func (t *stateTable) cross(x *stateCrossing, d sortDigit, maxStates int) bool {
	t.prepare(x)
	t.begin(d)
	narrow := t.keyWords == 1 && t.countWords == 1
	for _, c := range t.chunks {
		if narrow {
			t.followNarrow(x, c)
		} else {
			t.follow(x, c)
		}
		t.free = append(t.free, c)
		if t.states > maxStates || t.poll.after(len(c)/t.stride()) {
			return false
		}
	}
	t.flush(x)
	t.finish()
	return t.states <= maxStates
}

// prepare empties the group for a crossing. The sums of a pair of states x, y
// are kept at x<<width | y, for the width of the second field, which takes
// about as much room as the tables of the two machines.
func (t *stateTable) prepare(x *stateCrossing) {
	t.states, t.high = 0, 0
	if need := t.countWords << (x.field[0].width + x.field[1].width); len(t.sums) < need {
		t.sums = make([]uint64, need)
	}
	for w := range t.mask {
		t.mask[w], t.base[w] = ^uint64(0), 0
	}
	for i := range x.field {
		t.mask[x.field[i].word] &^= x.field[i].place()
	}
}

// follow adds the states of a chunk to groups, and writes every group that is
// complete.
func (t *stateTable) follow(x *stateCrossing, c []uint64) {
	first, second := &x.field[0], &x.field[1]
	mask, base := t.mask, t.base[:len(t.mask)]
	for stride := t.stride(); len(c) >= stride; c = c[stride:] {
		key, count := c[:len(mask)], c[len(mask):stride]
		var other uint64
		for w, m := range mask {
			other |= key[w]&m ^ base[w]
		}
		if other != 0 {
			t.flush(x)
			for w, m := range mask {
				base[w] = key[w] & m
			}
		}
		a, b := int(first.of(key))*x.colors, int(second.of(key))*x.colors
		for i := range x.colors {
			if p, q := x.next[0][a+i], x.next[1][b+i]; p|q >= 0 {
				t.add(int(p)<<second.width|int(q), count)
			}
		}
	}
}

// add adds a count to one of the sums of the group.
func (t *stateTable) add(at int, count []uint64) {
	sum := t.sums[at*len(count):][:len(count)]
	var had, carry uint64
	for w := range sum {
		had |= sum[w]
		sum[w], carry = bits.Add64(sum[w], count[w], carry)
	}
	if had == 0 { // no count is zero
		t.seen = append(t.seen, int32(at))
	}
}

// flush writes the states of the group at hand and empties it.
func (t *stateTable) flush(x *stateCrossing) {
	first, second := &x.field[0], &x.field[1]
	key, words := t.base, t.countWords
	for _, at := range t.seen {
		key[first.word] |= uint64(at) >> second.width << first.shift
		key[second.word] |= uint64(at) & second.mask << second.shift
		record := t.record(t.digit.of(key))
		for w := range key {
			record[w] = key[w]
			key[w] &= t.mask[w]
		}
		record = record[len(key):]
		sum := t.sums[int(at)*words:][:words]
		for w := range sum {
			record[w], sum[w] = sum[w], 0
		}
		t.high += record[words-1]
	}
	t.states += len(t.seen)
	t.seen = t.seen[:0]
}

// followNarrow is follow for keys and counts of one word, the usual case, at
// twice the speed.
func (t *stateTable) followNarrow(x *stateCrossing, c []uint64) {
	first, second := x.field[0], x.field[1]
	mask, base, sums := t.mask[0], t.base[0], t.sums
	for ; len(c) >= 2; c = c[2:] {
		key, count := c[0], c[1]
		if key&mask != base {
			t.flushNarrow(x)
			base = key & mask
			t.base[0] = base
		}
		a := int(key>>(first.shift&63)&first.mask) * x.colors
		b := int(key>>(second.shift&63)&second.mask) * x.colors
		for i := range x.colors {
			p, q := x.next[0][a+i], x.next[1][b+i]
			if p|q < 0 {
				continue
			}
			at := int(p)<<(second.width&63) | int(q)
			if sums[at] == 0 {
				t.seen = append(t.seen, int32(at))
			}
			sums[at] += count
		}
	}
}

func (t *stateTable) flushNarrow(x *stateCrossing) {
	first, second := &x.field[0], &x.field[1]
	for _, at := range t.seen {
		key := t.base[0] | uint64(at)>>(second.width&63)<<(first.shift&63) | uint64(at)&second.mask<<(second.shift&63)
		var digit uint64
		var to uint
		for i := range t.digit.parts {
			p := &t.digit.parts[i]
			digit |= key >> (p.shift & 63) & p.mask << (to & 63)
			to += p.width
		}
		b := &t.buckets[digit]
		if b.fill+2 > len(b.last) {
			t.grow(b)
		}
		b.last[b.fill], b.last[b.fill+1] = key, t.sums[at]
		b.fill += 2
		t.high += t.sums[at]
		t.sums[at] = 0
	}
	t.states += len(t.seen)
	t.seen = t.seen[:0]
}
