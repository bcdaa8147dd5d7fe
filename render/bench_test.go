package render_test

import (
	"bytes"
	"image/png"
	"testing"

	"nonogram"
	"nonogram/render"
)

// BenchmarkPNG512 draws a 512 × 512 picture with its clues, cells of 10 pixels or
// more.
func BenchmarkPNG512(b *testing.B) {
	p := rings(512, 512)
	d := &render.Drawing{Puzzle: p, Grid: p.Goal}
	var out bytes.Buffer
	for b.Loop() {
		out.Reset()
		if err := render.PNG(&out, d); err != nil {
			b.Fatal(err)
		}
	}
	config, err := png.DecodeConfig(&out)
	if err != nil || config.Width < 5120 {
		b.Fatalf("%d pixels wide (%v)", config.Width, err)
	}
}

// BenchmarkSVG512 is the same as SVG.
func BenchmarkSVG512(b *testing.B) {
	p := rings(512, 512)
	d := &render.Drawing{Puzzle: p, Grid: p.Goal}
	var out bytes.Buffer
	for b.Loop() {
		out.Reset()
		if err := render.SVG(&out, d); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(out.Len()), "bytes")
}

// BenchmarkBook1000 prints 1,000 puzzles of 25 × 25 with their answers.
func BenchmarkBook1000(b *testing.B) {
	book := &render.Book{Title: "A thousand"}
	for i := range 1000 {
		g := nonogram.NewGrid(25, 25)
		for k := range g.Cells {
			g.Cells[k] = nonogram.Color((k*k*7 + k*(i+3)) / 11 % 2)
		}
		p := nonogram.FromGrid(g, nonogram.BlackAndWhite())
		book.Entries = append(book.Entries, render.Entry{Puzzle: p, Answer: g})
	}
	var out bytes.Buffer
	for b.Loop() {
		out.Reset()
		printed, err := render.PDF(&out, book)
		if err != nil || len(printed.Cells) != len(book.Entries) {
			b.Fatal(printed, err)
		}
	}
	b.ReportMetric(float64(out.Len()), "bytes")
}
