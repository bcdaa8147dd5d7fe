package solve_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"nonogram"
	"nonogram/generate"
	"nonogram/internal/testkit/families"
	"nonogram/puzzles"
)

// signed is a puzzle of the signature.
type signed struct {
	Name   string
	Puzzle *nonogram.Puzzle
	Seed   uint64 // seed of the engine
}

// set collects puzzles.
type set []signed

func (s *set) add(p *nonogram.Puzzle, seed uint64, format string, args ...any) {
	*s = append(*s, signed{fmt.Sprintf(format, args...), p, seed})
}

// signedPuzzles returns puzzles for every stage and every kind of line.
func signedPuzzles() ([]signed, error) {
	var s set
	s.addPack()
	s.addShapes()
	s.addRandom()
	s.addColors()
	err := s.addBoards()
	return s, err
}

// fromPack lists pictures that line solving decides, and some that it does not. The list is
// independent of later additions to the pack.
var fromPack = strings.Fields("heart toadstool cat smile fishbone tv ufo windmill lobster skull scissors atom clock")

func (s *set) addPack() {
	for _, e := range puzzles.All() {
		if slices.Contains(fromPack, e.Name) {
			s.add(e.Puzzle(), 0, "pack-%s", e.Name)
		}
	}
}

func (s *set) addShapes() {
	for _, n := range []int{20, 60, 130} {
		s.add(families.Disc(n), 0, "disc-%d", n)
	}
	for n := 3; n <= 8; n++ {
		s.add(families.Dominoes(n), 0, "dominoes-%d", n)
	}
	s.add(families.Ones(6), 0, "ones-6")
	s.add(families.Switches(4), 0, "switches-4")
}

// hardBoards lists random boards of 25×25 that took conflicts when this was written.
var hardBoards = []struct {
	number  int
	density float64
	seed    uint64
}{{15, 0.5 - 0.15*15.0/39, 615}, {17, 0.5 - 0.15*17.0/39, 617}, {21, 0.5 - 0.15*21.0/39, 621}, {29, 0.5 - 0.15*29.0/39, 629}}

func (s *set) addRandom() {
	for _, side := range []int{5, 10, 15, 20, 25, 30} {
		for i, density := range []float64{0.55, 0.5, 0.45, 0.4, 0.35, 0.3} {
			s.add(families.Shuffled(side, 1, density, uint64(i)), uint64(i%3), "random-%d-%g", side, density)
		}
	}
	for _, h := range hardBoards {
		s.add(families.Shuffled(25, 1, h.density, h.seed), 0, "hard-25-%d", h.number)
	}
	for _, seed := range []uint64{913, 965} { // clauses are reduced and moved three times
		s.add(families.Shuffled(30, 1, 0.43, seed), 0, "long-30-%d", seed)
	}
	for seed := range uint64(3) {
		s.add(families.Noise(70, 12, 0.5, seed), seed, "wide-%d", seed)
		s.add(families.Noise(9, 140, 0.6, seed), seed, "tall-%d", seed)
		s.add(families.Exchanged(20, 0.5, seed), seed, "exchanged-%d", seed)
	}
	for _, seed := range []uint64{2, 6, 9} { // hard when this was written
		s.add(families.Blotches(36, 0.3, seed), 0, "blotches-%d", seed)
	}
}

func (s *set) addColors() {
	for _, inks := range []int{2, 3, 5, 8} {
		for seed := range uint64(3) {
			s.add(families.Shuffled(15, inks, 0.5, seed), seed, "inks-%d-%d", inks, seed)
		}
	}
	for seed := range uint64(2) {
		s.add(families.Shuffled(30, 2, 0.5, seed), seed, "inks-2-30-%d", seed)
	}
	s.add(families.ColorNoise(70, 8, 3, 0.6, 1), 1, "inks-wide")
}

// addBoards adds boards of the generator that tournaments use.
func (s *set) addBoards() error {
	boards, err := generate.Random{Width: 25, Height: 25, Count: 10, First: 0.5, Last: 0.35, Seed: big.NewInt(12345), Shuffle: generate.Python2}.Puzzles()
	if err != nil {
		return err
	}
	for p := range boards {
		s.add(p, 0, "boardgen-25-%s", p.ID)
	}
	return nil
}
