package census

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"nonogram"
	"nonogram/certify"
	"nonogram/format"
	"nonogram/solve"
	"nonogram/teach"
)

// Every unique picture up to 5×5 is rated as nonogram rate does it, and the hardest are
// kept. Of pictures that are images of each other one is rated, and counts as often as
// it has images: ratings do not depend on how a puzzle is turned (docs/difficulty.md).
//
// The rating itself says whether a picture is unique, so the number of unique ones is
// found by a third program here.
//
// Cost: some 25 µs per picture that is rated; 5×5 has 4.2 million of them.

// measure is a figure of a rating.
type measure struct {
	name string
	of   func(r *teach.Rating) int
}

// measures are the figures of a rating. Those of lines are 0 where lines are not
// enough, and the others where they are.
var measures = []measure{
	{"level", func(r *teach.Rating) int { return int(r.Level) }},
	{"suppositions", suppositions},
	{"depth", func(r *teach.Rating) int { return r.Facts.Depth }},
	{"chain", func(r *teach.Rating) int { return r.Facts.Longest }},
	{"sweeps", func(r *teach.Rating) int {
		if !r.LineSolvable {
			return 0
		}
		return r.Facts.Sweeps
	}},
}

// suppositions is the number of rounds in which no line had anything to say.
func suppositions(r *teach.Rating) (n int) {
	for t, u := range r.Facts.Uses {
		if !teach.Technique(t).SingleLine() {
			n += u.Rounds
		}
	}
	return n
}

// maxValue bounds the values of measures.
const maxValue = 40

// ratings is, for each measure and value, how many unique pictures have it, and the
// first of them.
type ratings [5][maxValue]struct {
	pictures uint64
	first    uint32
}

// add adds a picture that stands for n, or the sum of others.
func (r *ratings) add(measure, value int, n uint64, first uint32) {
	f := &r[measure][value]
	if n > 0 && (f.pictures == 0 || first < f.first) {
		f.first = first
	}
	f.pictures += n
}

// symmetries are, for each image of a picture of a size, the place that a cell goes to.
func symmetries(width, height int) (images [][]uint8) {
	for image := range 8 {
		if image >= 4 && width != height {
			break
		}
		places := make([]uint8, width*height)
		for i := range places {
			x, y := i%width, i/width
			if image&1 != 0 {
				x = width - 1 - x
			}
			if image&2 != 0 {
				y = height - 1 - y
			}
			if image&4 != 0 {
				x, y = y, x
			}
			places[i] = uint8(y*width + x)
		}
		images = append(images, places)
	}
	return images
}

// orbit is how many different images a picture has, 0 if it is not the smallest of them.
func orbit(picture uint32, images [][]uint8) uint64 {
	same := 0
	for _, places := range images {
		image := uint32(0)
		for i, at := range places {
			image |= picture >> i & 1 << at
		}
		switch {
		case image < picture:
			return 0
		case image == picture:
			same++
		}
	}
	return uint64(len(images) / same)
}

func puzzleOf(picture uint32, width, height int) *nonogram.Puzzle {
	g := nonogram.NewGrid(width, height)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Color(picture >> i & 1)
	}
	return nonogram.FromGrid(g, nonogram.BlackAndWhite())
}

// rateAll rates all pictures of a size on all cores.
func rateAll(t *testing.T, width, height int) (total ratings) {
	const part = 1 << 14
	images := symmetries(width, height)
	all := uint32(1) << (width * height)
	parts := make(chan uint32)
	var mutex sync.Mutex
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			engine := new(solve.Engine)
			for from := range parts {
				var found ratings
				for picture := from; picture < min(from+part, all); picture++ {
					if n := orbit(picture, images); n > 0 {
						found.rate(t, engine, picture, puzzleOf(picture, width, height), n)
					}
				}
				mutex.Lock()
				for m, values := range found {
					for v, f := range values {
						total.add(m, v, f.pictures, f.first)
					}
				}
				mutex.Unlock()
			}
		})
	}
	for from := uint32(0); from < all; from += part {
		parts <- from
	}
	close(parts)
	workers.Wait()
	return total
}

// rate adds a picture that stands for n.
func (r *ratings) rate(t *testing.T, engine *solve.Engine, picture uint32, p *nonogram.Puzzle, n uint64) {
	rating, err := teach.Rate(t.Context(), p, teach.Options{Solver: engine.Solve})
	switch {
	case err != nil || rating.Status != nonogram.Unique && rating.Status != nonogram.Multiple:
		t.Errorf("picture %d: %v, %v", picture, rating.Status, err)
		return
	case rating.Status == nonogram.Multiple:
		return
	}
	for m := range measures {
		r.add(m, measures[m].of(rating), n, picture)
	}
}

// rows writes ratings as those of docs/census/ratings.csv.
func (r *ratings) rows(width, height int) (rows []string) {
	for m, values := range r {
		for v, f := range values {
			if f.pictures > 0 {
				p := puzzleOf(f.first, width, height)
				picture := strings.Join(p.Goal.Rows(p.Palette), "/")
				rows = append(rows, fmt.Sprintf("%d,%d,%s,%d,%d,%s", width, height, measures[m].name, v, f.pictures, picture))
			}
		}
	}
	return rows
}

// record is a row of docs/census/ratings.csv.
type record struct {
	width, height  int
	measure, value int
	pictures       uint64
	puzzle         *nonogram.Puzzle
	text           string
}

func readRecords(t *testing.T) (list []record) {
	t.Helper()
	data, err := os.ReadFile("../../../../docs/census/ratings.csv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		fields := strings.Split(line, ",")
		if fields[0] == "width" {
			continue
		}
		r := record{text: line, measure: slices.IndexFunc(measures, func(m measure) bool { return m.name == fields[2] })}
		if _, err := fmt.Sscan(strings.Join([]string{fields[0], fields[1], fields[3], fields[4]}, " "), &r.width, &r.height, &r.value, &r.pictures); err != nil || r.measure < 0 {
			t.Fatal(line, err)
		}
		picture := uint32(0)
		for i, c := range strings.ReplaceAll(fields[5], "/", "") {
			if c == '#' {
				picture |= 1 << i
			}
		}
		r.puzzle = puzzleOf(picture, r.width, r.height)
		list = append(list, r)
	}
	return list
}

// Every row of the file is what its picture is rated, and the rows of a measure add up to
// all unique pictures of the size.
func TestRecords(t *testing.T) {
	engine := new(solve.Engine)
	sums := map[Size]*[5]uint64{}
	for _, r := range readRecords(t) {
		size := Size{Width: r.width, Height: r.height}
		if sums[size] == nil {
			sums[size] = new([5]uint64)
		}
		sums[size][r.measure] += r.pictures
		rating, err := teach.Rate(t.Context(), r.puzzle, teach.Options{Solver: engine.Solve})
		if err != nil || rating.Status != nonogram.Unique || measures[r.measure].of(rating) != r.value {
			t.Errorf("%s: rated %+v, %v", r.text, rating, err)
		}
	}
	for size, all := range sums {
		want := count(t, size).Unique
		for m, sum := range all {
			if sum != want {
				t.Errorf("%d×%d, %s: %d pictures, %d are unique", size.Width, size.Height, measures[m].name, sum, want)
			}
		}
	}
	if len(sums) != 10 {
		t.Errorf("found %d sizes, expected 10", len(sums))
	}
}

// Rating all pictures anew gives the same file: of small sizes always, of all with
// NONOGRAM_LONG.
func TestRateAll(t *testing.T) {
	const few = 15 // cells
	want := map[[2]int][]string{}
	for _, r := range readRecords(t) {
		size := [2]int{r.width, r.height}
		want[size] = append(want[size], r.text)
	}
	for size, rows := range want {
		if size[0]*size[1] > few && os.Getenv("NONOGRAM_LONG") == "" {
			continue
		}
		r := rateAll(t, size[0], size[1])
		if got := r.rows(size[0], size[1]); !slices.Equal(got, rows) {
			t.Errorf("%d×%d: got\n%s\nwant\n%s", size[0], size[1], strings.Join(got, "\n"), strings.Join(rows, "\n"))
		}
	}
}

var update = flag.Bool("update", false, "write the certificates of docs/census/hardest anew")

// The hardest puzzles of every size have certificates that they have one solution.
func TestHardest(t *testing.T) {
	const folder = "../../../../docs/census/"
	top := map[string]*nonogram.Puzzle{}
	for _, r := range readRecords(t) {
		name := measures[r.measure].name
		if name == "level" || name == "depth" || r.value == 0 {
			continue
		}
		r.puzzle.ID = fmt.Sprintf("%dx%d_%s", r.width, r.height, name)
		top[r.puzzle.ID] = r.puzzle // rows ascend
	}
	if *update {
		writeHardest(t, folder, top)
	}
	data, err := os.ReadFile(folder + "hardest.json")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for p, err := range format.Decode(data, "hardest.json", "") {
		if err != nil {
			t.Fatal(err)
		}
		n++
		if want := top[p.ID]; want == nil || !slices.Equal(p.Goal.Cells, want.Goal.Cells) {
			t.Errorf("%s: it is not the last of its measure in ratings.csv", p.ID)
		}
		proof, err := os.Open(folder + "hardest/" + p.ID + ".proof")
		if err != nil {
			t.Fatal(err)
		}
		claim, err := certify.Verify(t.Context(), proof, p)
		if err != nil || !claim.Exact || len(claim.Solutions) != 1 || !slices.Equal(claim.Solutions[0].Cells, p.Goal.Cells) {
			t.Errorf("%s: %v, %v", p.ID, claim, err)
		}
		proof.Close()
	}
	if n != len(top) {
		t.Errorf("%d puzzles, expected %d", n, len(top))
	}
}

func writeHardest(t *testing.T, folder string, top map[string]*nonogram.Puzzle) {
	t.Helper()
	var list []*nonogram.Puzzle
	for _, id := range slices.Sorted(maps.Keys(top)) {
		list = append(list, top[id])
		var proof bytes.Buffer
		if _, err := new(solve.Engine).Prove(t.Context(), top[id], nonogram.Options{Limit: 2}, certify.NewWriter(&proof, top[id])); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(folder+"hardest/"+id+".proof", proof.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var all bytes.Buffer
	if err := format.Encode(&all, "json", list...); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(folder+"hardest.json", all.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
