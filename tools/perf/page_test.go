package main

import (
	"context"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nonogram/internal/chart"
)

// The sections of the page of figures that commands write.

func TestReplaceSection(t *testing.T) {
	page := "# Title\n<!-- perf:a -->\nold\n<!-- /perf:a -->\nbetween\n<!-- perf:b -->\n<!-- /perf:b -->\nend\n"
	got, err := replaceSection([]byte(page), "a", "\nnew\n\n")
	if err != nil {
		t.Fatal(err)
	}
	want := "# Title\n<!-- perf:a -->\n\nnew\n\n<!-- /perf:a -->\nbetween\n<!-- perf:b -->\n<!-- /perf:b -->\nend\n"
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	again, err := replaceSection(got, "a", "new")
	if err != nil || string(again) != want {
		t.Errorf("the second time: %v\n%s", err, again)
	}
	for _, broken := range []string{"", "<!-- perf:a -->\n", "<!-- /perf:a -->\n<!-- perf:a -->\n"} {
		if _, err := replaceSection([]byte(broken), "a", "new"); err == nil {
			t.Errorf("%q has a section", broken)
		}
	}
}

// The page in the repository has the sections that the commands write.
func TestPageHasSections(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", defaultPage))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"growth", "colors", "sets-first"} {
		if _, err := replaceSection(page, name, ""); err != nil {
			t.Error(err)
		}
	}
}

// sample is a table with everything in it that can come.
func sample() []row {
	quick := summary{boards: 4, unique: 1, median: 15e-6, p99: 2e-3, slowest: 2e-3, total: 0.01}
	slow := summary{boards: 4, unfinished: 2, median: 0.3, p99: math.Inf(1), slowest: math.Inf(1), total: 20.3}
	never := summary{boards: 4, unfinished: 4, median: math.Inf(1), p99: math.Inf(1), slowest: math.Inf(1), total: 40}
	return []row{
		{side: 20, density: 0.2, inks: 1, first: quick, verdict: slow},
		{side: 20, density: 0.25, inks: 1, first: slow, verdict: never},
	}
}

func TestTables(t *testing.T) {
	got := markdown("filled", sample(), func(r *row) string { return chart.Percent(r.density) })
	want := "| filled | boards | first solution: median | p99 | slowest | verdict: median | p99 | slowest | unique |\n" +
		"| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n" +
		"| 20 % | 4 | 15 µs | 2 ms | 2 ms | 300 ms | > 10 s | 2 over 10 s | 0 % |\n" +
		"| 25 % | 4 | 300 ms | > 10 s | 2 over 10 s | > 10 s | > 10 s | 4 over 10 s | ? |\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	data, err := csvTable(sample())
	if err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(strings.NewReader(string(data))).ReadAll()
	if err != nil || len(records) != 5 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	if line := strings.Join(records[2], " "); line != "20 0.20 1 2 4 2 0 0.3 >10 >10 20.3" {
		t.Errorf("the verdict of the first row is %s", line)
	}
}

// A run with few boards goes all the way to files and page.
func TestGrowthWritesEverything(t *testing.T) {
	old := sizeSteps
	oldDensities, oldColors := densitySteps, colorSteps
	t.Cleanup(func() { sizeSteps, densitySteps, colorSteps = old, oldDensities, oldColors })
	sizeSteps, densitySteps, colorSteps = []sizeStep{{5, 40}, {6, 40}}, []sizeStep{{5, 20}}, []sizeStep{{5, 20}}

	folder := t.TempDir()
	page := filepath.Join(folder, "page.md")
	text := "<!-- perf:growth -->\n<!-- /perf:growth -->\n<!-- perf:colors -->\n<!-- /perf:colors -->\n"
	if err := os.WriteFile(page, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"-folder", folder, "-page", page, "-scale", "0.1", "-seed", "5"}
	for _, name := range []string{"growth", "colors"} {
		if err := run(context.Background(), append([]string{name}, args...)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"growth-size.csv", "growth-density.csv", "growth-size.svg", "growth-density-first.svg", "growth-density-verdict.svg", "colors.csv", "colors.svg"} {
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| 5×5 | 4 |", "| 6×6 | 4 |", "Measured by `make perf-growth` on", "(performance/colors.svg)"} {
		if !strings.Contains(string(got), want) {
			t.Errorf("the page lacks %q:\n%s", want, got)
		}
	}
	for name, want := range map[string]string{"growth-density.csv": "\n5,0.80,1,2,2,", "colors.csv": "\n5,0.50,8,2,2,"} {
		if got, err := os.ReadFile(filepath.Join(folder, name)); err != nil || !strings.Contains(string(got), want) {
			t.Errorf("%s lacks %q (%v):\n%s", name, want, err, got)
		}
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{nil, {"nothing"}, {"growth", "extra"}, {"growth", "-scale", "0"}, {"against"}, {"against", "-count", "0", "HEAD"}} {
		if err := run(context.Background(), args); err == nil {
			t.Errorf("%q is taken", args)
		}
	}
}

func TestFusedListing(t *testing.T) {
	listing := "\t0x00c0 00192 (/x/line/marginals.go:175)\tFMADDD\tF1, F0, F2, F0\n" +
		"\t0x00c4 00196 (/x/line/marginals.go:176)\tFMULD\tF1, F0\n" +
		"\t0x00d3 00211 (/x/line/odds.go:17)\tVFMADD231SD\tX2, X1, X0\n" +
		"\t0x00d3 00211 (/x/line/odds.go:18)\tFNMSUBD\tF2, F1, F0\n"
	got := fusedIn([]byte(listing))
	if len(got) != 3 || !strings.Contains(got[0], "marginals.go:175") || !strings.Contains(got[2], "odds.go:18") {
		t.Errorf("%q", got)
	}
}
