package generate

import "math/big"

// The Mersenne Twister MT19937 of Matsumoto and Nishimura (ACM TOMACS 8, 1998), with
// initialisation by an array (2002), as CPython has used it for its module random
// since version 2.3: random.seed(n) for an integer takes the 32-bit digits of |n|,
// least significant first, as the array, and random.random() takes 53 bits from two
// outputs.

const (
	stateWords = 624
	middleWord = 397
	upperMask  = 0x80000000
	lowerMask  = 0x7fffffff
)

type twister struct {
	state [stateWords]uint32
	next  int // the next word of the state
}

// newTwister seeds as random.seed(seed) does.
func newTwister(seed *big.Int) *twister {
	t := new(twister)
	t.seedArray(digits(seed))
	return t
}

// digits are the 32-bit digits of |n|, least significant first; 0 has one.
func digits(n *big.Int) []uint32 {
	if n == nil || n.Sign() == 0 {
		return []uint32{0}
	}
	bytes := n.Bytes() // of |n|, most significant first
	list := make([]uint32, (len(bytes)+3)/4)
	for i := range bytes {
		list[i/4] |= uint32(bytes[len(bytes)-1-i]) << uint(i%4*8)
	}
	return list
}

// seedWord is init_genrand.
func (t *twister) seedWord(seed uint32) {
	t.state[0] = seed
	for i := uint32(1); i < stateWords; i++ {
		before := t.state[i-1]
		t.state[i] = 1812433253*(before^before>>30) + i
	}
	t.next = stateWords
}

// seedArray is init_by_array.
func (t *twister) seedArray(key []uint32) {
	t.seedWord(19650218)
	i, j := 1, 0
	for range max(stateWords, len(key)) {
		before := t.state[i-1]
		t.state[i] = (t.state[i] ^ (before^before>>30)*1664525) + key[j] + uint32(j)
		i = t.step(i)
		j = (j + 1) % len(key)
	}
	for range stateWords - 1 {
		before := t.state[i-1]
		t.state[i] = (t.state[i] ^ (before^before>>30)*1566083941) - uint32(i)
		i = t.step(i)
	}
	t.state[0] = 1 << 31
}

// step returns the next index from 1 to 623. After the last one, word 0 becomes its copy.
func (t *twister) step(i int) int {
	if i++; i < stateWords {
		return i
	}
	t.state[0] = t.state[stateWords-1]
	return 1
}

// word is genrand_int32.
func (t *twister) word() uint32 {
	if t.next == stateWords {
		t.twist()
	}
	y := t.state[t.next]
	t.next++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// twist makes the next 624 words.
func (t *twister) twist() {
	for i := range t.state {
		y := t.state[i]&upperMask | t.state[(i+1)%stateWords]&lowerMask
		x := t.state[(i+middleWord)%stateWords] ^ y>>1
		if y&1 != 0 {
			x ^= 0x9908b0df
		}
		t.state[i] = x
	}
	t.next = 0
}

// float is random.random(): 53 bits, in [0, 1).
func (t *twister) float() float64 {
	a, b := t.word()>>5, t.word()>>6
	return (float64(a)*(1<<26) + float64(b)) / (1 << 53)
}
