package study

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// The page in a real browser, headless: it asks for nothing but itself, shows all its
// charts, and does not force readers to scroll sideways, on a phone or on a screen.
//
// The page allows no scripts, so another page of the same server looks at it in a
// frame, and writes what it sees into its own text, which the browser prints.

// observer loads the page in frames of several widths.
const observer = `<!doctype html><title>observer</title><body><script>
const widths = [320, 390, 768, 1280];
const seen = [];
function look(frame, width) {
  const doc = frame.contentDocument, win = frame.contentWindow;
  seen.push({
    width, scroll: doc.documentElement.scrollWidth,
    cut: [...doc.querySelectorAll(".scroll")].filter(s => s.scrollWidth > s.clientWidth).map(s => s.getAttribute("aria-labelledby")),
    requests: win.performance.getEntriesByType("resource").map(e => e.name),
    charts: [...doc.querySelectorAll("figure svg")].filter(s => s.getBoundingClientRect().width > 100).length,
    tables: doc.querySelectorAll("table").length, title: doc.title,
  });
  if (seen.length === widths.length) document.body.textContent = "SEEN" + JSON.stringify(seen) + "END";
}
for (const width of widths) {
  const frame = document.createElement("iframe");
  frame.style = "border:0;height:900px;width:" + width + "px";
  frame.onload = () => look(frame, width);
  frame.src = "/study.html";
  document.body.append(frame);
}
</script>`

// sight is what the observer has seen at one width.
type sight struct {
	Width, Scroll, Charts, Tables int
	Requests, Cut                 []string
	Title                         string
}

func TestPageInBrowser(t *testing.T) {
	browser := findBrowser(t)
	d := measureWhole(t)
	seen, asked := look(t, browser, pageOf(t, d))
	for _, s := range seen {
		if len(s.Requests) > 0 {
			t.Errorf("the page has requested %q", s.Requests)
		}
		if want := len(newReport(d).figures); s.Charts != want {
			t.Errorf("%d charts are visible at a width of %d, expected %d", s.Charts, s.Width, want)
		}
		if s.Tables == 0 || !strings.Contains(s.Title, "Nonograms") {
			t.Errorf("%+v", s)
		}
		if len(s.Cut) > 0 {
			t.Errorf("at a width of %d these go on out of sight: %q", s.Width, s.Cut)
		}
		if s.Scroll > s.Width {
			t.Errorf("at a width of %d the page is %d wide", s.Width, s.Scroll)
		}
	}
	if len(asked) > 0 {
		t.Errorf("the browser has asked for %q", asked)
	}
}

// The observer detects errors.
func TestObserverBites(t *testing.T) {
	seen, asked := look(t, findBrowser(t), `<!doctype html><title>bad</title><img src="/picture.png"><div style="width:2000px">wide</div><div class="scroll" aria-labelledby="t" style="overflow-x:auto"><pre>`+strings.Repeat("wide", 400)+`</pre></div>`)
	for _, s := range seen {
		if len(s.Requests) != 1 || s.Scroll <= s.Width || len(s.Cut) != 1 {
			t.Errorf("%+v", s)
		}
	}
	if !slices.Contains(asked, "/picture.png") {
		t.Errorf("the server was asked for %q", asked)
	}
}

// look serves a page, looks at it at several widths, and tells what else the
// browser has asked the server for.
func look(t *testing.T, browser, page string) (seen []sight, asked []string) {
	t.Helper()
	var mu sync.Mutex
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, observer)
		case "/study.html":
			fmt.Fprint(w, page)
		case "/favicon.ico": // of the observer; the page has one of its own
			w.WriteHeader(http.StatusNotFound)
		default:
			mu.Lock()
			defer mu.Unlock()
			asked = append(asked, r.URL.Path)
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	t.Cleanup(server.Close)
	seen = browse(t, browser, server.URL)
	server.Close() // waits for the last request
	return seen, asked
}

// browserTime is far beyond what a browser takes to start on any machine.
const browserTime = 5 * time.Minute

// browse has the browser print what the observer has seen.
func browse(t *testing.T, browser, url string) []sight {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), browserTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run",
		"--user-data-dir="+t.TempDir(), "--window-size=1400,1000", "--virtual-time-budget=20000", "--dump-dom", url)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", browser, err)
	}
	found := regexp.MustCompile(`(?s)SEEN(.*)END`).FindSubmatch(out)
	if found == nil {
		t.Fatalf("the observer has seen nothing:\n%s", out)
	}
	var seen []sight
	if err := json.Unmarshal([]byte(html.UnescapeString(string(found[1]))), &seen); err != nil {
		t.Fatal(err)
	}
	return seen
}

// findBrowser finds Chromium under its names.
func findBrowser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no chromium here: make browser installs it where apt-get can")
	return ""
}
