package study

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"nonogram/format"
)

// The page of a study and its files, whole and interrupted.

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

// pollClock makes studies that are the same each time: its time goes on by a
// microsecond at every reading, and its limits end a run after so many looks
// at the context instead of after a time.
type pollClock struct {
	now   time.Duration
	polls int
}

func (c *pollClock) Now() time.Duration {
	c.now += time.Microsecond
	return c.now
}

func (c *pollClock) WithTimeout(parent context.Context, _ time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	return &pollContext{ctx, cancel, c.polls}, cancel
}

type pollContext struct {
	context.Context
	cancel context.CancelFunc
	left   int
}

func (c *pollContext) Err() error {
	if c.left--; c.left < 0 {
		c.cancel()
	}
	return c.Context.Err()
}

// tiny has every experiment, and takes a second.
func tiny() settings {
	return settings{
		Name: "tiny", Seed: sourceSeed, Sizes: []int{4, 5, 7}, Boards: 4, SmallSide: 5, SmallLimit: time.Second, Limit: time.Second,
		Samples: 0.02,
	}
}

// whole is tiny, measured once for all the tests that only read it.
var whole *measurements

func measureWhole(t *testing.T) *measurements {
	t.Helper()
	if whole == nil {
		whole = measureTiny(t, 0)
	}
	return whole
}

// measureTiny measures it, stopping after some steps; 0 means not at all.
func measureTiny(t *testing.T, stopAfter int) *measurements {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	steps := 0
	s := tiny()
	d, err := measure(ctx, &pollClock{polls: 20}, s, experiments, func() {
		if steps++; steps == stopAfter {
			cancel()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := runs(&s, experiments); stopAfter == 0 && steps != want {
		t.Errorf("%d steps, announced were %d", steps, want)
	}
	d.About, d.Clock = "Abacus <2 & more>", "CPU time"
	return d
}

func pageOf(t *testing.T, d *measurements) string {
	t.Helper()
	var b bytes.Buffer
	if err := d.writeHTML(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// checkPage holds a page to what a browser and a reader may expect.
func checkPage(t *testing.T, page string) {
	t.Helper()
	wellFormed(t, page)
	checkOffline(t, page)
	for _, at := range nonsense.FindAllStringIndex(page, -1) {
		t.Errorf("the page says …%s…", page[max(at[0]-80, 0):min(at[1]+80, len(page))])
	}
}

// wellFormed parses the page as XML, which it is as well, and finds ids
// that are there twice and links that lead nowhere.
func wellFormed(t *testing.T, page string) {
	t.Helper()
	dec := xml.NewDecoder(strings.NewReader(strings.TrimPrefix(page, "<!doctype html>")))
	dec.Entity = xml.HTMLEntity
	ids, links := map[string]bool{}, []string{}
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("not well formed: %v", err)
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range element.Attr {
			switch {
			case a.Name.Local == "id" && ids[a.Value]:
				t.Errorf("id %q is there twice", a.Value)
			case a.Name.Local == "id":
				ids[a.Value] = true
			case a.Name.Local == "href" && strings.HasPrefix(a.Value, "#"):
				links = append(links, a.Value[1:])
			}
		}
	}
	for _, link := range links {
		if !ids[link] {
			t.Errorf("link to #%s leads nowhere", link)
		}
	}
}

var (
	references = regexp.MustCompile(`(?i)(?:src|href|srcset|data|action|poster)\s*=\s*["']?([^"'\s>]*)|url\(\s*["']?([^"')]*)|@import`)
	nonsense   = regexp.MustCompile(`NaN|\bInf\b|%!|&lt;no value|ZgotmplZ|\? times`)
	addresses  = regexp.MustCompile(`(?i)https?://[^\s"'<)]*|["'(]//[a-z]`)
)

// checkOffline finds whatever would make a browser ask the network.
func checkOffline(t *testing.T, page string) {
	t.Helper()
	for _, m := range references.FindAllStringSubmatch(page, -1) {
		if target := m[1] + m[2]; !strings.HasPrefix(target, "#") && !strings.HasPrefix(target, "data:") {
			t.Errorf("the page refers to %q", m[0])
		}
	}
	for _, address := range addresses.FindAllString(page, -1) {
		if address != "http://www.w3.org/2000/svg" { // a name, not an address
			t.Errorf("the page has the address %q", address)
		}
	}
	for _, element := range []string{"<script", "<iframe", "<img", "<object", "<embed", "<video", "<audio"} {
		if strings.Contains(strings.ToLower(page), element) {
			t.Errorf("the page has a %s> element", element)
		}
	}
	if !strings.Contains(page, `http-equiv="Content-Security-Policy" content="default-src 'none';`) {
		t.Error("the page does not forbid requests")
	}
}

// The checks above have to find something, or they prove nothing.
func TestOfflineCheckBites(t *testing.T) {
	for _, bad := range []string{`<img src="x.png">`, `<link href="//cdn/x.css">`, `<style>@import "x"</style>`, `<style>a{background:url(x)}</style>`, `<a href="https://example.org">`} {
		found := references.FindAllStringSubmatch(bad, -1)
		if len(found) == 0 && !addresses.MatchString(bad) {
			t.Errorf("nothing is found in %s", bad)
		}
		for _, m := range found {
			if target := m[1] + m[2]; strings.HasPrefix(target, "#") || strings.HasPrefix(target, "data:") {
				t.Errorf("%s passes", bad)
			}
		}
	}
}

func TestPage(t *testing.T) {
	d := measureWhole(t)
	page := pageOf(t, d)
	checkPage(t, page)
	for _, s := range []string{"Abacus &lt;2 &amp; more&gt;", "How complex is the game?", "What decides how an algorithm performs?", "What makes a nonogram hard?", "134.88 s", "17 min"} {
		if !strings.Contains(page, s) {
			t.Errorf("the page does not say %q", s)
		}
	}
	for _, s := range []string{"interrupted", "quick study"} {
		if strings.Contains(page, s) {
			t.Errorf("the page says %q", s)
		}
	}
}

// Interrupted anywhere, a study is a page that says so.
func TestInterrupted(t *testing.T) {
	total := tiny()
	n := runs(&total, experiments)
	for _, after := range []int{1, 10, 100, n / 2, n * 3 / 4, n - 10} {
		d := measureTiny(t, after)
		if !d.Interrupted {
			t.Fatalf("after %d of %d steps: not interrupted", after, n)
		}
		page := pageOf(t, d)
		checkPage(t, page)
		if !strings.Contains(page, "This study was interrupted") {
			t.Errorf("after %d steps the page does not say so", after)
		}
	}
}

// Nothing measured at all is still a page.
func TestEmpty(t *testing.T) {
	checkPage(t, pageOf(t, &measurements{}))
	checkPage(t, pageOf(t, &measurements{Settings: quick()}))
}

// A study has a page, its charts, its runs and its data.
func TestFiles(t *testing.T) {
	d := measureWhole(t)
	names, err := (&Report{d}).Files()
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := Load(names["data.json"])
	if err != nil {
		t.Fatal(err)
	}
	again, err := loaded.Files()
	if err != nil || len(again) != len(names) {
		t.Errorf("%d files from data.json, %v, want %d", len(again), err, len(names))
	}
	for name, content := range names {
		if len(content) == 0 {
			t.Errorf("%s is empty", name)
		}
		if !bytes.Equal(content, again[name]) {
			t.Errorf("%s differs when it is drawn again from data.json", name)
		}
	}
	for _, bad := range []string{"", "{}", "[]"} {
		if _, err := Load([]byte(bad)); err == nil {
			t.Errorf("%q is a study", bad)
		}
	}
	for i := range d.Counts { // the boards that ran are there
		o := &d.Counts[i]
		file := strings.ReplaceAll(setName(o.Sample, o.Side), " ", "-") + choose(o.Density > 0, fmt.Sprintf("-%.0f", 100*o.Density), "") + ".txt"
		if !strings.Contains("\n"+string(names["boards/"+file]), "\n$"+o.Puzzle+"\n") && o.Puzzle != "" {
			t.Fatalf("boards/%s has no board %s", file, o.Puzzle)
		}
	}
	for _, s := range d.Sizes {
		var set bytes.Buffer
		for p, err := range format.Decode(names["boards/sizes-"+strings.ReplaceAll(s.Set, "×", "x")+".txt"], "", "") {
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&set, " %s ", p.ID)
		}
		for _, run := range s.Runs {
			if !strings.Contains(set.String(), " "+run.Puzzle+" ") {
				t.Fatalf("no board %s of %s", run.Puzzle, s.Set)
			}
		}
	}
	for _, f := range newReport(d).figures {
		if len(f.chart.Series) > 8 {
			t.Errorf("chart %s: %d series, of which some look alike", f.Name, len(f.chart.Series))
		}
		svg, table := names["charts/"+f.Name+".svg"], names["charts/"+f.Name+".csv"]
		if !bytes.HasPrefix(svg, []byte("<svg ")) || !bytes.HasPrefix(table, []byte("series,x,y,low,high\n")) {
			t.Errorf("chart %s: no drawing or no table", f.Name)
		}
	}
	if lines := bytes.Count(names["runs.csv"], []byte("\n")); lines < 300 {
		t.Errorf("only %d runs", lines)
	}
}

// Counts do not depend on the machine, so the charts of them are always the same.
func TestGoldenCharts(t *testing.T) {
	files, err := (&Report{measureWhole(t)}).Files()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"lines-by-blocks.svg", "lines-by-blocks.csv", "bits-by-size.csv", "looks.svg", "looks.csv", "ladder.csv"} {
		compareGolden(t, name, files["charts/"+name])
	}
}

func compareGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs from testdata; look at it and run go test ./cmd/internal/study -update\n%s", name, got)
	}
}

func TestSettings(t *testing.T) {
	for _, s := range []settings{quick(), full()} {
		half := s.scaled(0.5)
		if runs(&half, experiments) >= runs(&s, experiments) || half.Limit != s.Limit/2 || half.Typical != s.Typical/4 {
			t.Errorf("%s: %+v", s.Name, half)
		}
		if least := s.scaled(1e-6); least.Boards != 1 || runs(&least, experiments) == 0 {
			t.Errorf("%s: %+v", s.Name, least)
		}
	}
}
