package scan_test

import (
	"context"
	"encoding/json"
	"fmt"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "golang.org/x/image/webp"

	"nonogram"
	"nonogram/internal/machine"
	"nonogram/scan"
)

// TestReal reads the pictures in the folder NONOGRAM_PICTURES and compares them with the clues
// in NAME.truth.json beside them, numbers such as 3 or, in color, [3, "f00000"]. Pictures whose names begin with "not_" show no puzzle. Other
// pictures without clues are read, but not judged.
func TestReal(t *testing.T) {
	folder := os.Getenv("NONOGRAM_PICTURES")
	if folder == "" {
		t.Skip("NONOGRAM_PICTURES names no folder of pictures")
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, name := range files {
		if strings.HasSuffix(name, ".json") {
			continue
		}
		clock := machine.CPU()
		before := clock.Now()
		verdict, r := judge(t, name)
		counts[verdict]++
		fmt.Printf("%-40s %-28s %5.2f s %s\n", filepath.Base(name), verdict, (clock.Now() - before).Seconds(), r)
	}
	fmt.Println(counts)
}

// judge reads one picture.
func judge(t *testing.T, name string) (verdict, reading string) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	img, _, err := image.Decode(file)
	if err != nil {
		t.Fatal(name, err)
	}
	r, err := scan.Read(context.Background(), img, scan.Options{})
	if err != nil {
		if strings.HasPrefix(filepath.Base(name), "not_") {
			return "refused as expected", err.Error()
		}
		return "refused", err.Error()
	}
	reading = fmt.Sprintf("%d × %d %v %.4f %s %s, %d others, conflicts %v", r.Puzzle.Width(), r.Puzzle.Height(), r.Status, r.Probability, r.Decided, r.Retried, len(r.Others), r.Conflicts)
	flag := ", flagged"
	if r.Status != nonogram.Unsolvable && r.Probability >= .99 {
		flag = ", not flagged"
	}
	data, err := os.ReadFile(name + ".truth.json")
	if err != nil {
		if strings.HasPrefix(filepath.Base(name), "not_") {
			return "read though no puzzle" + flag, reading
		}
		return "unknown" + flag, reading
	}
	var truth truth
	if err := json.Unmarshal(data, &truth); err != nil {
		t.Fatal(name, err)
	}
	want := truth.puzzle()
	if right(want, r.Puzzle) && len(r.Puzzle.Palette) == len(want.Palette) {
		return "exact", reading
	}
	return "wrong" + flag, fmt.Sprintf("%s, %d lines wrong", reading, wrongLines(want, r.Puzzle))
}

// truth is the clues of a picture.
type truth struct{ Rows, Columns [][]number }

// number is one of a clue. The color is empty if it is black.
type number struct {
	length int
	color  string
}

func (n *number) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, &n.length); err == nil {
		return nil
	}
	return json.Unmarshal(data, &[]any{&n.length, &n.color})
}

// puzzle is the puzzle with these clues.
func (c *truth) puzzle() *nonogram.Puzzle {
	p := &nonogram.Puzzle{Palette: nonogram.BlackAndWhite()}
	colors := map[string]nonogram.Color{"": nonogram.Black, "000000": nonogram.Black}
	lines := func(all [][]number) (list []nonogram.Clue) {
		for _, line := range all {
			clue := nonogram.Clue{}
			for _, n := range line {
				if n.length == 0 {
					continue
				}
				color, known := colors[n.color]
				if !known {
					color = nonogram.Color(len(p.Palette))
					colors[n.color] = color
					var rgb nonogram.RGB
					fmt.Sscanf(n.color, "%02x%02x%02x", &rgb.R, &rgb.G, &rgb.B)
					p.Palette = append(p.Palette, nonogram.Swatch{RGB: rgb})
				}
				clue = append(clue, nonogram.Block{Length: n.length, Color: color})
			}
			list = append(list, clue)
		}
		return list
	}
	p.Rows, p.Cols = lines(c.Rows), lines(c.Columns)
	return p
}
