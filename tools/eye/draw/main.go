// Draw draws pages for the training of scan/internal/eye, or a sheet of some to look at.
//
//	go run ./tools/eye/draw -sheet sheet.png -seed 1
//	go run ./tools/eye/draw -seed 1 | python3 tools/eye/train.py
//
// Without -sheet it writes pages to standard output until nobody reads them, as train.py expects
// them: for each the numbers of numbers and of cells (two 16-bit integers), the pixels (red,
// green and blue bytes), the numbers (four 32-bit floats: x, y, value, quarters turned) and the
// cells (two).
package main

import (
	"bufio"
	"encoding/binary"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"os"

	"nonogram/internal/testkit/pages"
	"nonogram/tools/eye"
)

func main() {
	seed := flag.Uint64("seed", 0, "of the first page")
	step := flag.Uint64("step", 1, "from a seed to the next")
	sheet := flag.String("sheet", "", "file of a sheet of 16 pages")
	flag.Parse()
	if err := run(*seed, *step, *sheet); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(seed, step uint64, sheet string) error {
	faces, err := pages.Training()
	if err != nil {
		return err
	}
	bitmaps, _ := pages.Bitmaps()
	if sheet != "" {
		return look(sheet, seed, faces, bitmaps)
	}
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	for ; ; seed += step {
		if err := write(out, eye.Draw(seed, faces, bitmaps)); err != nil {
			return nil // nobody reads any more
		}
	}
}

func write(w io.Writer, p *eye.Page) error {
	record := binary.LittleEndian.AppendUint16(nil, uint16(len(p.Numbers)))
	record = binary.LittleEndian.AppendUint16(record, uint16(len(p.Cells)))
	for k := 0; k < len(p.Pix); k += 4 {
		record = append(record, p.Pix[k:k+3]...)
	}
	var values []float32
	for _, n := range p.Numbers {
		values = append(values, float32(n.X), float32(n.Y), float32(n.Value), float32(n.Turn))
	}
	for _, c := range p.Cells {
		values = append(values, float32(c[0]), float32(c[1]))
	}
	if _, err := w.Write(record); err != nil {
		return err
	}
	return binary.Write(w, binary.LittleEndian, values)
}

// look draws 16 pages, every second with marks at its numbers (red) and cells (green).
func look(name string, seed uint64, faces, bitmaps []*pages.Face) error {
	const across = 4
	all := image.NewRGBA(image.Rect(0, 0, across*eye.Side, across*eye.Side))
	for k := range across * across {
		p := eye.Draw(seed+uint64(k), faces, bitmaps)
		if k%2 == 1 {
			for _, n := range p.Numbers {
				dot(p, n.X, n.Y, color.RGBA{255, 0, 0, 255})
			}
			for _, c := range p.Cells {
				dot(p, c[0], c[1], color.RGBA{0, 200, 0, 255})
			}
		}
		at := image.Pt(k%across*eye.Side, k/across*eye.Side)
		draw.Draw(all, p.Rect.Add(at), p, image.Point{}, draw.Src)
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := png.Encode(file, all); err != nil {
		return err
	}
	return file.Close()
}

func dot(p *eye.Page, x, y float64, c color.RGBA) {
	for v := -1; v <= 1; v++ {
		for u := -1; u <= 1; u++ {
			p.SetRGBA(int(x)+u, int(y)+v, c)
		}
	}
}
