package bench

import (
	"fmt"
	"slices"

	"nonogram"
	"nonogram/generate"
)

// Boards makes a set of random boards, named after their size.
func Boards(r generate.Random) (Set, error) {
	boards, err := r.Puzzles()
	if err != nil {
		return Set{}, err
	}
	return Set{SizeName(r.Width, r.Height), slices.Collect(boards)}, nil
}

// BySize groups puzzles into sets of equal size, the smallest first, in their order.
func BySize(puzzles []*nonogram.Puzzle) []Set {
	var sets []Set
	at := map[string]int{}
	for _, p := range puzzles {
		name := SizeName(p.Width(), p.Height())
		i, ok := at[name]
		if !ok {
			i = len(sets)
			at[name] = i
			sets = append(sets, Set{Name: name})
		}
		sets[i].Puzzles = append(sets[i].Puzzles, p)
	}
	slices.SortStableFunc(sets, func(a, b Set) int { return cells(a) - cells(b) })
	return sets
}

func cells(s Set) int { return s.Puzzles[0].Width() * s.Puzzles[0].Height() }

// SizeName returns the name of a size.
func SizeName(width, height int) string { return fmt.Sprintf("%d×%d", width, height) }
