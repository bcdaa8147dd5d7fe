package count

// The states of a sweep, and how a step merges them. A combination is a key of packed states
// and a count:
//
//	words     key 0                        key 1 …   count 0   count 1 …
//	bits      …| col 7 | col 5 | row 3 |             low       high
//
// A line has a field only while it is partly filled, often of one to three bits. Counts start
// with one word, and all get another before their sum could overflow.
//
// There is no hash table. A step changes the fields of one row and one column, so only
// combinations that agree in all other fields can meet. If these are adjacent, a small dense
// array merges them. A step distributes its results over buckets by the field that will not
// change next; that is one pass of a radix sort, and makes the right combinations adjacent.
// So memory is accessed in sequence: 45 million states per second, 25 with longer keys, where
// a hash table of some 100,000 states made 6 and a Go map 4.

import (
	"math/big"
	"math/bits"
)

// sortDigit is the key of one pass of the radix sort: some fields, lowest first.
type sortDigit struct {
	parts []keyField
	width uint // of all parts
}

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

// stateTable holds the states of the frontier in a list of chunks of records, key and count.
// Chunks that have been read are reused.
type stateTable struct {
	keyWords, countWords int
	chunks               [][]uint64
	states               int
	pruned               bool   // states have been dropped
	high                 uint64 // sum of the highest words of all counts
	poll                 poller

	free    [][]uint64    // chunks to reuse
	slab    int           // number of chunks allocated last
	buckets []stateBucket // by digit of the current pass
	digit   sortDigit     // of the current pass

	// The current group: states that agree except in the two fields of a crossing.
	mask []uint64 // bits in which they agree
	base []uint64 // those bits of their keys
	sums []uint64 // counts after the crossing, by the two states
	seen []int32  // indices of sums that are not zero
}

// stateBucket holds the states with one digit during a pass.
type stateBucket struct {
	full [][]uint64
	last []uint64
	fill int // words written to last
}

// poller calls stop now and then.
type poller struct {
	stop func() bool
	work int
}

// after counts n states of work; true means stop.
func (p *poller) after(n int) bool {
	if p.work += n; p.work < sweepPoll {
		return false
	}
	p.work = 0
	return p.stop()
}

// reset leaves one state, with all automata before their first cell.
func (t *stateTable) reset(keyWords int, poll poller) {
	*t = stateTable{keyWords: keyWords, countWords: 1, poll: poll, states: 1, high: 1}
	t.mask = make([]uint64, keyWords)
	t.base = make([]uint64, keyWords)
	first := t.chunk()[:keyWords+1]
	first[keyWords] = 1
	t.chunks = append(t.chunks, first)
}

// stride returns the length of a record.
func (t *stateTable) stride() int { return t.keyWords + t.countWords }

// chunk returns an empty chunk of full length.
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

// begin prepares the buckets of a pass.
func (t *stateTable) begin(d sortDigit) {
	t.digit = d
	for len(t.buckets) < 1<<d.width {
		t.buckets = append(t.buckets, stateBucket{})
	}
}

// grow adds a chunk to a bucket.
func (t *stateTable) grow(b *stateBucket) {
	if b.last != nil {
		b.full = append(b.full, b.last[:b.fill])
	}
	b.last, b.fill = t.chunk(), 0
}

// record allocates a record in the bucket of a digit.
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

// sort is a stable sort of the states by a digit.
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

// mayOverflow reports whether counts may overflow when every state gets that many successors.
func (t *stateTable) mayOverflow(colors int) bool {
	// The sum of all counts is less than high+states, in units of a highest word.
	high, low := bits.Mul64(t.high+uint64(t.states), uint64(colors))
	return high != 0 || low>>63 != 0
}

// widen adds a word to all counts.
func (t *stateTable) widen() bool {
	stride := t.stride()
	t.countWords++
	t.sums = nil // its stride has changed, and it is all zeros
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

// total returns the sum of all counts.
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

// stateCrossing is a crossing for the table: two fields, and the successors of their states
// by color.
type stateCrossing struct {
	field  [2]keyField
	next   [2][]int16
	colors int
}

// cross passes an open cell and sorts the results by a digit; false if stop returned true.
// States beyond maxStates are dropped.
//
// Before: states that agree except in the two fields are adjacent. After: no two states are
// equal.
func (t *stateTable) cross(x *stateCrossing, d sortDigit, maxStates int) bool {
	t.prepare(x)
	t.begin(d)
	narrow := t.keyWords == 1 && t.countWords == 1
	for i, c := range t.chunks {
		if narrow {
			t.followNarrow(x, c)
		} else {
			t.follow(x, c)
		}
		t.free = append(t.free, c)
		if t.poll.after(len(c) / t.stride()) {
			return false
		}
		if t.states > maxStates {
			t.pruned = true
			t.free = append(t.free, t.chunks[i+1:]...)
			break
		}
	}
	t.flush(x)
	t.finish()
	return true
}

// prune keeps at most the given number of states, those of the highest ranks, in their order.
func (t *stateTable) prune(most int, rank func(record []uint64) int) {
	if t.states <= most {
		return
	}
	var sizes [maxRank]int // by rank
	ranks := make([]int16, 0, t.states)
	stride := t.stride()
	for _, c := range t.chunks {
		for ; len(c) > 0; c = c[stride:] {
			n := rank(c)
			ranks = append(ranks, int16(n))
			sizes[n]++
		}
	}
	least, rest := len(sizes), most
	for sizes[least-1] <= rest {
		least--
		rest -= sizes[least]
	}
	t.states, t.high = 0, 0
	for i, c := range t.chunks {
		kept := 0
		for r := 0; r < len(c); r += stride {
			n := int(ranks[0])
			ranks = ranks[1:]
			if n < least-1 || n == least-1 && rest == 0 {
				continue
			}
			if n == least-1 {
				rest--
			}
			copy(c[kept:], c[r:r+stride])
			kept += stride
			t.states++
			t.high += c[kept-1]
		}
		t.chunks[i] = c[:kept]
	}
}

// countBits returns the length in bits of the count of a record.
func (t *stateTable) countBits(record []uint64) int {
	for w := t.countWords - 1; w >= 0; w-- {
		if c := record[t.keyWords+w]; c != 0 {
			return min(64*w+bits.Len64(c), maxRank-1)
		}
	}
	return 0
}

// prepare empties the group for a crossing. The sum of a pair of states x, y is at x<<width |
// y, for the width of the second field.
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

// follow adds the states of a chunk to groups, and writes every complete group.
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

// flush writes the states of the current group and empties it.
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

// followNarrow is follow for keys and counts of one word, at twice the speed.
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
