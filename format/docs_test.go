package format

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"nonogram"
	"nonogram/internal/object/cursor"
)

// The page of formats is true: its samples are read, its table and its limits are those of the
// code.

var update = flag.Bool("update", false, "rewrite the generated part of docs/formats.md")

const docsFile = "../docs/formats.md"

// The generated part of the page is what stands between these lines.
const (
	tableStart = "<!-- formats: written by \"go test ./format -run TestDocs -update\" -->\n"
	tableEnd   = "<!-- end of formats -->\n"
)

// TestDocs reads every example of docs/formats.md, compares its table with the
// formats, and its limits with the constants.
func TestDocs(t *testing.T) {
	data, err := os.ReadFile(docsFile)
	if err != nil {
		t.Fatal(err)
	}
	doc := string(data)
	before, rest, ok := strings.Cut(doc, tableStart)
	table, after, ok2 := strings.Cut(rest, tableEnd)
	if !ok || !ok2 {
		t.Fatal("the marks of the generated table are gone")
	}
	if want := formatTable(); table != want {
		if !*update {
			t.Errorf("the table is not that of the formats; run with -update. Want\n%s", want)
		} else if err := os.WriteFile(docsFile, []byte(before+tableStart+want+tableEnd+after), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	checkExamples(t, doc)
	checkLimits(t, doc)
}

// formatTable writes the table of all formats.
func formatTable() string {
	var sb strings.Builder
	sb.WriteString("| name | ending | holds |\n| --- | --- | --- |\n")
	for _, f := range All() {
		var holds []string
		if !f.Writes() {
			holds = append(holds, "read only")
		}
		if f.Picture {
			holds = append(holds, "picture")
		}
		for _, x := range []struct {
			feature feature
			name    string
		}{
			{holdsColors, "colors"}, {holdsMany, "several puzzles"}, {holdsGoal, "goal"}, {holdsGiven, "given cells"},
			{holdsID, "id"}, {holdsTitle, "title"}, {holdsAuthor, "author"}, {holdsCopyright, "copyright"}, {holdsLicense, "license"}, {holdsOrigin, "source"}, {holdsNotes, "notes"},
			{holdsInk, "ink"}, {holdsTriangles, "triangles"}, {holdsPaper, "paper"}, {holdsNames, "names"}, {holdsSymbols, "characters"}, {holdsUnused, "spare colors"}, {holdsBlots, "unknown lengths"}, {holdsMissing, "missing clues"}, {holdsShapes, "triddlers"},
		} {
			if f.holds.has(x.feature) && !(x.feature == holdsGoal && f.Picture) {
				holds = append(holds, x.name)
			}
		}
		fmt.Fprintf(&sb, "| `%s` | %s | %s |\n", f.Name, strings.Join(f.Extensions, " "), strings.Join(holds, ", "))
	}
	return sb.String()
}

// checkExamples reads what stands between ``` and wants one example for every
// format that is text, and a heading for every format.
func checkExamples(t *testing.T, doc string) {
	examples := map[string]int{}
	for i, part := range strings.Split(doc, "\n```") {
		name, text, ok := strings.Cut(part, "\n")
		if i%2 == 0 || !ok {
			continue
		}
		examples[name]++
		if got := sketches(text+"\n", "", ""); strings.Contains(got, "error") || got != sketches(text+"\n", "", name) {
			t.Errorf("the example of %s reads as\n%s\n%s", name, got, text)
		}
	}
	for _, f := range All() {
		if examples[f.Name] == 0 && !f.Binary {
			t.Errorf("no example of %s", f.Name)
		}
		if !strings.Contains(doc, "\n## `"+f.Name+"`") && !strings.Contains(doc, ", `"+f.Name+"`") {
			t.Errorf("no section about %s", f.Name)
		}
	}
}

func checkLimits(t *testing.T, doc string) {
	for _, row := range []string{
		fmt.Sprintf("| file | %d MiB |", maxFileSize>>20),
		fmt.Sprintf("| side, cells | %s, %s |", thousands(nonogram.MaxSide), thousands(nonogram.MaxCells)),
		fmt.Sprintf("| colors | %d |", nonogram.MaxColors),
		fmt.Sprintf("| a number | %s |", thousands(cursor.MaxNumber)),
		fmt.Sprintf("| numbers in a clue | %s |", thousands(cursor.MaxBlocksPerLine)),
		fmt.Sprintf("| numbers in a puzzle | %s |", thousands(cursor.MaxBlocks)),
		fmt.Sprintf("| shades in a picture | %s |", thousands(maxShades)),
		fmt.Sprintf("| a text | %d KiB |", cursor.MaxText>>10),
		fmt.Sprintf("| nesting of XML or JSON | %d |", cursor.MaxDepth),
		fmt.Sprintf("| errors in a file | %s |", thousands(maxErrors)),
	} {
		if !strings.Contains(doc, row) {
			t.Errorf("the table of limits lacks the row %s", row)
		}
	}
}

// thousands writes a number with commas.
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}
