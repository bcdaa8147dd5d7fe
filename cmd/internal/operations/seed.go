package operations

import (
	"math/big"
	"strconv"
	"strings"
)

// Seed is the seed of a random generator, a whole number. In JSON it may be a number or,
// because many JSON readers keep only fifteen digits, a string of digits. Most operations
// accept 64 bits, random boards up to 1000 digits.
type Seed string

// SeedOf returns the seed for a number.
func SeedOf(n uint64) Seed {
	if n == 0 {
		return ""
	}
	return Seed(strconv.FormatUint(n, 10))
}

// maxSeedDigits bounds the time to parse a seed.
const maxSeedDigits = 1000

// UnmarshalJSON reads a number or a string.
func (s *Seed) UnmarshalJSON(data []byte) error {
	text := strings.Trim(string(data), `"`)
	if string(data) == "null" {
		return nil // as if missing
	}
	if len(text) > maxSeedDigits || strings.ContainsFunc(text, func(r rune) bool { return r != '-' && (r < '0' || r > '9') }) {
		return Errorf(BadRequest, "seed", "found %.24q, expected a whole number of up to %d digits", text, maxSeedDigits)
	}
	*s = Seed(text)
	return nil
}

// Word returns the seed as 64 bits.
func (s Seed) Word() (uint64, error) {
	if s == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(string(s), 10, 64)
	if err != nil {
		return 0, Errorf(BadRequest, "seed", "found %.24q, expected a whole number below 2^64", string(s))
	}
	return n, nil
}

// Number returns the seed, which may exceed 64 bits.
func (s Seed) Number() (*big.Int, error) {
	if s == "" {
		return new(big.Int), nil
	}
	n, ok := new(big.Int).SetString(string(s[:min(len(s), maxSeedDigits)]), 10)
	if !ok || len(s) > maxSeedDigits {
		return nil, Errorf(BadRequest, "seed", "found %.24q, expected a whole number of up to %d digits", string(s), maxSeedDigits)
	}
	return n, nil
}
