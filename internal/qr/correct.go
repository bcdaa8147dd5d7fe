package qr

import "slices"

// Reed–Solomon codes over 256 elements: x⁸+x⁴+x³+x²+1, and generators with the roots
// α⁰, α¹ and so on. A block with n bytes of correction has n/2 wrong bytes put right.
//
// Decoding: Berlekamp and Massey find the polynomial of the places, its roots are tried,
// and Forney's formula gives the values (Blahut, Algebraic Codes for Data Transmission,
// 2003, chapter 7).

// field has powers of α, twice over, and their exponents.
type field struct {
	power [510]byte
	log   [256]int
}

func newField() *field {
	f := new(field)
	x := 1
	for i := range 255 {
		f.power[i], f.power[i+255], f.log[x] = byte(x), byte(x), i
		if x <<= 1; x > 255 {
			x ^= 0x11d
		}
	}
	return f
}

func (f *field) times(a, b byte) byte {
	if a == 0 || b == 0 {
		return 0
	}
	return f.power[f.log[a]+f.log[b]]
}

func (f *field) over(a, b byte) byte {
	if a == 0 {
		return 0
	}
	return f.power[f.log[a]+255-f.log[b]]
}

// value of a polynomial, whose first coefficient is that of the lowest power.
func (f *field) value(p []byte, at byte) (sum byte) {
	for _, c := range slices.Backward(p) {
		sum = f.times(sum, at) ^ c
	}
	return sum
}

// correction gives the bytes that belong behind data.
func (f *field) correction(data []byte, n int) []byte {
	generator := []byte{1} // the highest power first
	for i := range n {
		next := append(slices.Clone(generator), 0)
		for j, c := range generator {
			next[j+1] ^= f.times(c, f.power[i])
		}
		generator = next
	}
	rest := make([]byte, n)
	for _, b := range data {
		factor := b ^ rest[0]
		rest = append(rest[1:], 0)
		for j := range rest {
			rest[j] ^= f.times(generator[j+1], factor)
		}
	}
	return rest
}

// correct puts the wrong bytes of a block right, of which the last n are correction. It
// reports whether it could.
func (f *field) correct(block []byte, n int) bool {
	syndromes, clean := make([]byte, n), true
	for i := range n {
		for _, b := range block {
			syndromes[i] = f.times(syndromes[i], f.power[i]) ^ b
		}
		clean = clean && syndromes[i] == 0
	}
	if clean {
		return true
	}
	places := f.places(syndromes)
	wrong := len(places) - 1
	if wrong > n/2 {
		return false
	}
	values := make([]byte, n) // of the errors: the product of both, up to the power n
	for i := range n {
		for j := 0; j <= min(i, wrong); j++ {
			values[i] ^= f.times(places[j], syndromes[i-j])
		}
	}
	slope := make([]byte, wrong) // the formal derivative
	for i := 1; i <= wrong; i += 2 {
		slope[i-1] = places[i]
	}
	found := 0
	for k := range block {
		x := f.power[k%255]
		inverse := f.power[(255-k%255)%255]
		if f.value(places, inverse) != 0 {
			continue
		}
		below := f.value(slope, inverse)
		if below == 0 {
			return false
		}
		block[len(block)-1-k] ^= f.times(x, f.over(f.value(values, inverse), below))
		found++
	}
	return found == wrong
}

// places is the shortest polynomial that the syndromes obey.
func (f *field) places(syndromes []byte) []byte {
	now, before := []byte{1}, []byte{1}
	length, since, last := 0, 1, byte(1)
	for i := range syndromes {
		var gap byte
		for j := 0; j <= length && j < len(now); j++ {
			gap ^= f.times(now[j], syndromes[i-j])
		}
		if gap == 0 {
			since++
			continue
		}
		next := slices.Grow(slices.Clone(now), since+len(before))
		for len(next) < since+len(before) {
			next = append(next, 0)
		}
		factor := f.over(gap, last)
		for j, c := range before {
			next[since+j] ^= f.times(factor, c)
		}
		if 2*length <= i {
			length, before, last, since = i+1-length, now, gap, 1
		} else {
			since++
		}
		now = next
	}
	for len(now) > 1 && now[len(now)-1] == 0 {
		now = now[:len(now)-1]
	}
	return now
}
