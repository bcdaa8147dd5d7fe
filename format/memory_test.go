package format

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// allowed is what reading a file may hold at its end: 4 MiB, and 16 times its size.
func allowed(size int) uint64 { return 4<<20 + 16*uint64(size) }

// TestMemory reads large and hostile texts of the formats that take a text apart in
// memory, and measures the heap when the puzzle, or the error, comes.
func TestMemory(t *testing.T) {
	ones := strings.Repeat("1 ", maxTyped/2-8)
	side := nonogramSide(600)
	for name, c := range map[string]struct{ format, text string }{
		"plain: one line of numbers":   {"plain", ones},
		"plain: a number a line":       {"plain", strings.ReplaceAll(ones, " ", "\n")},
		"plain: blank lines":           {"plain", strings.Repeat("1\n\n", maxTyped/3)},
		"plain: brackets":              {"plain", strings.Repeat("[", maxTyped-1)},
		"plain: labels":                {"plain", strings.Repeat("r c ", maxTyped/4)},
		"plain: too large":             {"plain", strings.Repeat("1 ", maxTyped)},
		"found out: a number a line":   {"", strings.ReplaceAll(ones, " ", "\n")},
		"found out: digits":            {"", strings.Repeat(strings.Repeat("10", 300)+"\n", 600)},
		"asp: many facts":              {"asp", strings.Repeat("row_hint(1,1,1). col_hint(1,1,1).\n", 100_000)},
		"asp: a large line":            {"asp", "row_hint(1000000000,1,1). col_hint(1,1,1)."},
		"asp: rules that never end":    {"asp", "row_hint(1,1,1)" + strings.Repeat("(", 1_000_000)},
		"dzn: states without lines":    {"dzn", "row_states = [" + strings.Repeat("1,2,", 100_000) + "]; col_states = [1,0]; row_num_states = [1]; col_num_states = [1];"},
		"grid: large":                  {"grid", strings.Repeat(side+"\n", 600)},
		"grid: one row":                {"grid", strings.Repeat("#", 5_000_000)},
		"nono: a large size":           {"nono", "10000 10000\n" + ones},
		"puzzlink: a large size":       {"puzzlink", "https://puzz.link/p?nonogram/2000/2000/" + strings.Repeat("1", 100_000)},
		"pzpr: a large size":           {"pzpr", "pzprv3/nonogram/2000/2000/. . "},
		"penpa: a bomb":                {"penpa", penpaAddress("square,5,3,38", strings.Repeat(" ", 100<<20))},
		"penpa: many numbers":          {"penpa", penpaAddress("square,500,500,38", "[200,0,200,0]", "{}", `{zN:{`+strings.Repeat(`"1000":[1,1,"1"],`, 50_000)+`"1000":[1]}}`)},
		"link: a large code":           {"link", "#p=" + strings.Repeat("A", 1_000_000)},
		"json: a grid of lists":        {"json", `{"goal":[` + strings.Repeat("["+strings.Repeat("1,", 299)+"1],", 299) + "[" + strings.Repeat("1,", 299) + "1]]}"},
		"json: many wrappers":          {"json", strings.Repeat(`{"clues":`, 10_000)},
		"json: a list without puzzles": {"json", `{"puzzles":[` + strings.Repeat("{},", 100_000) + "{}]}"},
	} {
		data := []byte(c.text)
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		held := uint64(0)
		n := 0
		for range Decode(data, "", c.format) {
			if n++; n > 3 {
				break
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			held = max(held, after.HeapAlloc-min(after.HeapAlloc, before.HeapAlloc))
		}
		if most := allowed(len(data)); held > most {
			t.Errorf("%s: holds %d bytes for a text of %d, expected at most %d", name, held, len(data), most)
		}
		if n == 0 {
			t.Errorf("%s: neither a puzzle nor an error", name)
		}
	}
}

// nonogramSide is a row of a picture.
func nonogramSide(n int) string { return fmt.Sprintf("%0*d", n, 1) }
