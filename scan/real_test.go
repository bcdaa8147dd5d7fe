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
// in NAME.truth.json beside them. Pictures whose names begin with "not_" show no puzzle. Other
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
	var truth struct{ Rows, Columns [][]int }
	if err := json.Unmarshal(data, &truth); err != nil {
		t.Fatal(name, err)
	}
	want := nonogram.New(truth.Rows, truth.Columns)
	if right(want, r.Puzzle) && len(r.Puzzle.Palette) == 2 {
		return "exact", reading
	}
	return "wrong" + flag, fmt.Sprintf("%s, %d lines wrong", reading, wrongLines(want, r.Puzzle))
}
