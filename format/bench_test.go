package format

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"nonogram"
)

// benchPuzzle is a random picture, half of it black.
func benchPuzzle(side int) *nonogram.Puzzle {
	rng := rand.New(rand.NewPCG(7, 7))
	g := nonogram.NewGrid(side, side)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Color(rng.IntN(2))
	}
	p := nonogram.FromGrid(g, nonogram.BlackAndWhite())
	p.ID = "1"
	return p
}

// BenchmarkDecode reads a 20 × 20 puzzle whose format is known. The solution
// file is the only one that carries the goal.
func BenchmarkDecode(b *testing.B) {
	for _, f := range All() {
		if !f.Writes() {
			continue
		}
		b.Run(f.Name, func(b *testing.B) { benchDecode(b, f, f.Name) })
	}
}

// BenchmarkDetectAndDecode has to find the format first.
func BenchmarkDetectAndDecode(b *testing.B) {
	for _, f := range []*Format{&nonFormat, &ninFormat, &tournamentFormat} {
		b.Run(f.Name, func(b *testing.B) { benchDecode(b, f, "") })
	}
}

func benchDecode(b *testing.B, f *Format, name string) {
	p := benchPuzzle(20)
	if !f.Picture {
		p.Goal = nil
	}
	var buf bytes.Buffer
	if err := Encode(&buf, f.Name, p); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(buf.Len()))
	b.ReportAllocs()
	for b.Loop() {
		for got, err := range Decode(buf.Bytes(), "", name) {
			if err != nil || !got.Rows[19].Equal(p.Rows[19]) || !got.Cols[19].Equal(p.Cols[19]) {
				b.Fatal("not the puzzle that was written", err)
			}
		}
	}
}

// BenchmarkDecodeTournamentSet reads a thousand puzzles of 25 × 25 from one
// file; the time is for all of them.
func BenchmarkDecodeTournamentSet(b *testing.B) {
	p := benchPuzzle(25)
	puzzles := make([]*nonogram.Puzzle, 1000)
	for i := range puzzles {
		puzzles[i] = p
	}
	var buf bytes.Buffer
	if err := Encode(&buf, "tournament", puzzles...); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(buf.Len()))
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for got, err := range Decode(buf.Bytes(), "", "tournament") {
			if err != nil || !got.Rows[24].Equal(p.Rows[24]) {
				b.Fatal("not the puzzle that was written", err)
			}
			n++
		}
		if n != len(puzzles) {
			b.Fatal(n, "puzzles")
		}
	}
}
