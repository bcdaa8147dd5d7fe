package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"io/fs"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/pflag"

	"nonogram/cmd/internal/terminal"
)

// Every pair of flags of a command is run on small files. A flag that changes what the command
// prints, writes or returns also does so beside any other flag, or the command refuses the pair
// with a sentence.

// paired is a command with a value for each of its flags; a flag without a value is switched. IN is
// the folder of its inputs, OUT that of its outputs.
type paired struct {
	line  string
	flags string
	// bounds are flags that change the course of a run and not its result.
	bounds string
	// alike are pairs that have the same effect here, for the reason given.
	alike map[string]string
	long  bool // takes long

	typed         string // standard input
	before, after string // command lines that run before and after it, separated by semicolons
	// during is called with what the command has printed until it is done; then the command is
	// stopped. Its answer belongs to the outcome.
	during func(printed, said string) (answer string, done bool)
	noise  *regexp.Regexp // more that differs from run to run
}

const budget = "timeout=1m conflicts=1000000 memory=1000 seed=3 workers=1"

var pairs = []paired{
	{line: "solve IN/many.json", flags: "ascii first json limit=3 method=table_dfs out=OUT/o.json quiet trace=OUT/t.jsonl unique", bounds: budget + " format=json team",
		alike: map[string]string{"first quiet": "both end with status 0", "limit quiet": "both end with status 0", "method quiet": "both end with status 0"}},
	{line: "solve IN/mixed.json", flags: "count=1 first json out=OUT/o.json unique"},
	{line: "count IN/mixed.json", flags: "json", bounds: budget + " format=json"},
	{line: "rate IN/mixed.json", flags: "json", bounds: budget + " format=json calibrate=FILE"},
	{line: "hint IN/cat.non", flags: "grade=4 json language=de state=IN/state.txt", bounds: "timeout=1m conflicts=1000000 memory=1000 seed=3 format=non"},
	{line: "explain IN/cat.non", flags: "ascii html=OUT/o.html json language=de state=IN/state.txt", bounds: budget + " format=non"},
	{line: "describe IN/mixed.json IN/cat.non", flags: "colors=2 density=0.5.. difficulty=easy..expert json lossy out=OUT/o.json size=4.. summary to=non unique", bounds: budget + " format=json",
		alike: map[string]string{"unique difficulty": "the only puzzle that is left has one solution", "size difficulty": "and is large", "density difficulty": "and dense"}},
	{line: "dedupe IN/mixed.json", flags: "json lossy out=OUT/o.json to=non", bounds: "format=json"},
	{line: "prove IN/mixed.json --id 1 --out OUT/c.txt", flags: "json limit=1", bounds: "timeout=1m conflicts=1000000 memory=1000 seed=3 format=json"},
	{line: "prove IN/cat.non --out OUT/c.txt --to lrat --formula OUT/f.cnf", flags: "json"},
	{line: "feed OUT/made IN/cat.non", flags: "author=A json license=CC0 name=N", bounds: "timeout=1m conflicts=1000000 memory=1000 workers=1 format=non"},
	{line: "certify IN/one.json IN/one.proof", flags: "json", bounds: "timeout=1m format=json id=one"},
	{line: "convert IN/mixed.json OUT/o.json", flags: "id=1 to=tournament", bounds: "force format=json lossy site=URL"},
	{line: "generate repair IN/ambiguous.non", flags: "json out=OUT/o.json quiet to=webpbn", bounds: "difficulty=easy force format=non keep=1,1,2,2 lossy max-changes=3 seed=3 symmetry=mirror timeout=1m tries=3"},
	{line: "batch run IN/mixed.json --out OUT/o.jsonl --workers 1", flags: "certify do=count first",
		bounds: queueBounds + " anew chunk=1 conflicts=1000000 format=json grace=1s memory=1000 name=x priority=1 seed=3 timeout=1m unordered"},
	{line: "batch census --size 2x2 --dir OUT/queue", flags: "detach unique", bounds: queueBounds + " descriptions=0 grace=1s name=x workers=1"},
	{line: "check IN/mixed.json IN/answers.json", flags: "json score", bounds: "format=json"},
	{line: "puzzles", flags: "chapter=sketches color difficulty=easy json size=10 titles"},
	{line: "table IN/cat.non", flags: "first=2 json", bounds: "format=non"},
	{line: "lines 4", flags: "first=2 json"},
	{line: "generate random --count 3 --size 5", flags: "density=0.3 out=OUT/o.txt p1=0.9 p2=0.8 seed=5 shuffle=python2 solutions=OUT/s.txt"},
	{line: "generate random", flags: "count=3 p2=0.8 seed=5 size=6"},
	{line: "show IN/cat.non", flags: "ascii clues guides small solution", bounds: "timeout=1m format=non"},
	{line: "show IN/mixed.json --out OUT/o.svg", flags: "cell=30 clues guides small solution theme=dark title=T", bounds: "timeout=1m format=json force dim"},
	{line: "show IN/mixed.json --out OUT/o.pdf", flags: `answers author=A bleed=3 captions=none cell=30 clues copyright=C guides ink=gray isbn=9780306406157 language=de lessons marks
		min-cell=12 order=file paper=a5 per-page=1 publisher=P small solution stars theme=dark title=T`, bounds: "timeout=1m format=json force font= out= cover", long: true},
	{line: "play IN/mixed.json --id 2", flags: "json language=de progress=OUT/p.json speak", bounds: "format=json lines", typed: "hint 3\n{\"hint\":3}\nquit\n", noise: regexp.MustCompile(`"when":\d+`)},
	{line: "scan IN/page.png", flags: "debug=OUT/stages json out=OUT/o.json quiet to=non", bounds: "force lossy readings=1"},
	{line: "generate puzzle --size 6 --seed 1", flags: "blot=2 colors=2 count=2 density=0.4 difficulty=easy hide-lines=2 hardest=glue out=OUT/o.non quiet seed=2 size=7 symmetry=mirror texture=noise to=webpbn unique",
		bounds: "attempts=300 lossy workers=1", alike: map[string]string{"difficulty hardest": "glue is easy", "hardest difficulty": "the first easy one needs it"}},
	{line: "generate puzzle --size 6 --seed 1 --quiet", flags: "count=2 except=IN/made.non"},
	{line: "generate puzzle --triddler 2,2,2,2,2,2 --seed 1 --quiet", flags: "colors=2 count=2"},
	{line: "generate image IN/waves.png --triddler 3,3,3,3,3,3", flags: "mode=dither invert"},
	{line: "generate image IN/waves.png --size 20x15 --repair=false", flags: "bias=0.3 invert local=0 mode=dither quiet symmetry=mirror " + imageFlagPairs, alike: trimmed},
	{line: "generate image IN/waves.png --size 20x15 --repair=false --mode color", flags: "colors=2 palette=#ffffff,#000000 " + imageFlagPairs, alike: trimmed},
	{line: "generate image IN/waves.png --size 6 --mode threshold", flags: "difficulty=easy out=OUT/o.json quiet repair", bounds: "force keep=1,1,2,2 mask=FILE lossy max-changes=1 symmetry=mirror seed=7 timeout=1m tries=2"},
	{line: "generate image IN/waves.png --size 9", flags: "candidate=7 crop=60x40+20+20 out=OUT/o.json sheet size=12"},
	{line: "study --puzzles IN/one.json --methods 12 --out OUT/study", flags: "methods=engine quick scale=0.5 seed=2", bounds: "force from=FOLDER", noise: measured, long: true},
	{line: "bench --method 12,engine --size 3 --count 1 --min-time 0s", noise: measured, long: true,
		flags:  "chart=OUT/c.svg clock=wall count=2 csv=OUT/r.csv density=0.7 json limit=2 method=7,12 pairs program=p=false rounds=2 runs seed=3 shuffle=python2 size=4 state=OUT/s.json timeout=0s",
		bounds: "format=NAME give-up min-time=1ms"},
	{line: "bench --method 12 --min-time 0s --clock wall IN/tournament.txt", noise: measured, long: true, flags: "count=1 json limit=2 method=engine program=p=false rounds=2 runs timeout=0s"},
	{line: "batch serve --dir OUT/queue --listen 127.0.0.1:0", flags: "listen=127.0.0.2:0 metrics=127.0.0.1:0", bounds: queueBounds + " expire=1h",
		during: func(printed, _ string) (string, bool) { return "", strings.Contains(printed, "serving;") }, noise: regexp.MustCompile(`:\d+|//.*@`)},
	{line: "batch work --dir OUT/queue --drain --workers 1", flags: "job=two metrics=127.0.0.1:0", bounds: queueBounds + " expire=1h grace=1s workers=2",
		before: twoJobs, after: "batch status --dir OUT/queue", noise: regexp.MustCompile(`:\d+/|, \d+ per second`)},
	{line: "batch status --dir OUT/queue", flags: "json watch", bounds: queueBounds, before: twoJobs, noise: regexp.MustCompile(`"created":"[^"]*"`),
		during: func(printed, _ string) (string, bool) { return "", strings.Count(printed, "two") == 2 }},
	{line: "batch workers --dir OUT/queue", flags: "json", bounds: queueBounds, before: twoJobs},
	{line: "batch results --dir OUT/queue two", flags: "out=OUT/o.jsonl", bounds: queueBounds + " digest=HEX unordered wait", before: twoJobs + "; batch work --dir OUT/queue --job two --drain --workers 1"},
	{line: "serve --addr 127.0.0.1:0 --drain 0s", flags: `addr=127.0.0.2:0 cors=https://example.org host=puzzles.example.org json-log max-cells=3 metrics=127.0.0.1:0
		sync=OUT/sync timeout=1s verbose`, bounds: "drain=1s memory=1 proxy=ADDRESS workers=1", during: requests, noise: regexp.MustCompile(`:\d+|time=\S+|"time":"[^"]*"|Z`)},
}

const (
	imageFlagPairs = "clean=3 crop=60x40+20+20 fit=stretch out=OUT/o.json size=24x12 thin title=T to=non trim"
	twoJobs        = "batch submit --dir OUT/queue --name one IN/mixed.json; batch submit --dir OUT/queue --name two IN/cat.non"
)

var trimmed = map[string]string{"trim crop": "a part is not trimmed"}

// measured is what bench and study measure, with the files that show it.
var measured = regexp.MustCompile(`(?s)<svg.*?</svg>|(charts|runs|own)[^:\x00]*\.csv: [^\x00]*|"(time|par2)_s":(\{("[a-z]+":\{[^}]*\},?)*\}|[^,}]+)|` +
	`"(time_ns|elapsed|bytes|faster|slower|even|p|ratio|low|high|repeats)":[^,}]+|\d+ +\d+ +\S+ +\S+ \[[^]]*\]|,solved,[^,]*|,\d+\n| {2,}`)

// requests sends requests to a server and returns the answers.
func requests(printed, _ string) (answers string, done bool) {
	_, address, there := strings.Cut(printed, "serves on ")
	if !there {
		return "", false
	}
	address, _, _ = strings.Cut(address, "/ (")
	for _, header := range []string{"", "Host: puzzles.example.org", "Origin: https://example.org"} {
		for _, call := range [][2]string{{"solve", `{"text":"2 2\n1 1","timeout_ms":2000}`}, {"solve", `{"pack":"cat"}`}, {"progress", `{}`}} {
			request, err := http.NewRequest(http.MethodPost, address+"/api/v1/"+call[0], strings.NewReader(call[1]))
			if err != nil {
				return err.Error(), true
			}
			name, value, _ := strings.Cut(header, ": ")
			request.Header.Set("Content-Type", "application/json")
			if name == "Host" {
				request.Host = value
			} else if name != "" {
				request.Header.Set(name, value)
			}
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				return err.Error(), true
			}
			body, err := io.ReadAll(response.Body)
			response.Body.Close()
			answers += fmt.Sprintln(response.Status, response.Header.Get("Access-Control-Allow-Origin"), string(body), err)
		}
	}
	return answers, true
}

// unpaired are commands whose flags are not run in pairs.
var unpaired = map[string]string{
	"batch submit": "the flags of batch run", "batch cancel": "flags of the connection alone", "batch remove": "flags of the connection alone", "batch process": "hidden", "batch": "a group",
	"methods": "one flag", "mcp": "one flag", "completion": "of cobra", "man": "one flag",
}

// queueBounds are the flags of the connection, whose rules TestFlagRules has.
const queueBounds = "creds=FILE dir=FOLDER json-log nats=URL nkey=FILE replicas=1 tls-ca=FILE tls-cert=FILE tls-key=FILE verbose"

// varying are times, with the blanks that align them, which differ from run to run.
var varying = regexp.MustCompile(`slowest \d+| *\d+(\.\d+)? ?(ms|µs|ns|s)\b|"elapsed_ms":[0-9.e+-]+|"time_ms":[0-9.e+-]+`)

// outcome is everything that a run leaves: output, messages, status and files.
func (p *paired) outcome(t *testing.T, in string, flags ...string) (result string, refused error) {
	t.Helper()
	out := t.TempDir()
	run := func(line string, during func(printed, said string) (string, bool), flags ...string) (string, error) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		printed, said := newWatched(), newWatched()
		a := &app{in: strings.NewReader(p.typed), out: terminal.NewOutput(printed), err: said}
		var args []string
		for _, word := range append(strings.Fields(line), flags...) {
			args = append(args, strings.ReplaceAll(strings.ReplaceAll(word, "IN/", in+"/"), "OUT/", out+"/"))
		}
		answer := make(chan string, 1)
		if during == nil {
			answer <- ""
		} else {
			go func() {
				for {
					select {
					case <-printed.written:
					case <-ctx.Done():
						answer <- ""
						return
					}
					if text, done := during(printed.String(), said.String()); done {
						cancel()
						answer <- text
						return
					}
				}
			}()
		}
		root := newRoot(a)
		root.SetArgs(args)
		err := root.ExecuteContext(ctx)
		_ = a.out.Flush()
		cancel()
		status := ""
		var code exitStatus
		if errors.As(err, &code) {
			status = fmt.Sprint(int(code))
		} else if err != nil {
			return "", err
		}
		return strings.Join([]string{printed.String(), said.String(), status, <-answer}, "\x00"), nil
	}
	others := func(lines string) (results []string) {
		for line := range strings.SplitSeq(lines, ";") {
			if line != "" {
				result, err := run(line, nil)
				if err != nil {
					t.Fatalf("%s: %v", line, err)
				}
				results = append(results, result)
			}
		}
		return results
	}
	others(p.before)
	text, err := run(p.line, p.during, flags...)
	if err != nil {
		return "", err
	}
	all := append([]string{text}, others(p.after)...)
	err = filepath.WalkDir(out, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == "queue" {
			return fs.SkipDir
		}
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		all = append(all, filepath.Base(path)+": "+string(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	text = varying.ReplaceAllString(strings.ReplaceAll(strings.Join(all, "\x00"), out, "OUT"), "T")
	if p.noise != nil {
		text = p.noise.ReplaceAllString(text, "~")
	}
	return text, nil
}

// watched is a buffer that tells when it is written to.
type watched struct {
	mu      sync.Mutex
	text    bytes.Buffer
	written chan struct{}
}

func newWatched() *watched { return &watched{written: make(chan struct{}, 1)} }

func (w *watched) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	select {
	case w.written <- struct{}{}:
	default:
	}
	return w.text.Write(b)
}

func (w *watched) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

func TestFlagPairs(t *testing.T) {
	in := pairedInputs(t)
	for _, p := range pairs {
		cmd, _, err := newRoot(newApp()).Find(strings.Fields(p.line))
		if err != nil {
			t.Fatal(err)
		}
		t.Run(p.line, func(t *testing.T) {
			if p.long && os.Getenv("NONOGRAM_LONG") == "" {
				t.Skip("measures, or takes some ten seconds; set NONOGRAM_LONG=1")
			}
			if p.noise != measured { // to measure takes long while others work
				t.Parallel()
			}
			values := map[string]string{}
			for word := range strings.FieldsSeq(p.flags) {
				flag, value, given := strings.Cut(word, "=")
				if f := cmd.Flags().Lookup(flag); f == nil {
					t.Fatalf("there is no flag --%s", flag)
				} else if !given {
					value = fmt.Sprint(f.DefValue != "true")
				}
				values[flag] = "--" + flag + "=" + value
			}
			plain, err := p.outcome(t, in)
			if err != nil {
				t.Fatal(err)
			}
			if again, _ := p.outcome(t, in); again != plain {
				t.Fatalf("two equal runs differ:\n%s\n%s", plain, again)
			}
			// Alone a flag has an effect, or needs another.
			alone, visible := map[string]string{}, []string{}
			for flag := range strings.FieldsSeq(p.flags) {
				flag, _, _ = strings.Cut(flag, "=")
				result, refused := p.outcome(t, in, values[flag])
				switch alone[flag] = result; {
				case refused != nil:
					if !strings.Contains(refused.Error(), "--") && !strings.Contains(refused.Error(), "flag") {
						t.Errorf("--%s: refused without a word on flags: %v", flag, refused)
					}
				case result != plain:
					visible = append(visible, flag)
				default:
					t.Errorf("--%s has no effect alone", flag)
				}
			}
			for i, f := range visible {
				for _, g := range visible[i+1:] {
					both, refused := p.outcome(t, in, values[f], values[g])
					if refused != nil {
						if text := refused.Error(); !strings.Contains(text, f) && !strings.Contains(text, g) {
							t.Errorf("%s %s: refused without the name of either: %v", values[f], values[g], refused)
						}
						continue
					}
					for _, c := range [][2]string{{f, g}, {g, f}} {
						if both == alone[c[1]] && p.alike[c[0]+" "+c[1]] == "" {
							t.Errorf("--%s has no effect beside --%s, and nothing says so", c[0], c[1])
						}
					}
				}
			}
		})
	}
	for _, cmd := range allCommands(newRoot(newApp())) {
		name := strings.TrimPrefix(cmd.CommandPath(), "nonogram ")
		first, _, _ := strings.Cut(name, " ")
		if unpaired[name] != "" || unpaired[first] != "" && first != "batch" {
			continue
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !slices.ContainsFunc(pairs, func(p paired) bool {
				return (p.line == name || strings.HasPrefix(p.line, name+" ")) && slices.ContainsFunc(strings.Fields(p.line+" "+p.flags+" "+p.bounds), func(word string) bool {
					word, _, _ = strings.Cut(strings.TrimPrefix(word, "--"), "=")
					return word == f.Name
				})
			}) {
				t.Errorf("%s --%s is not run in pairs", name, f.Name)
			}
		})
	}
}

// pairedInputs makes the folder IN.
func pairedInputs(t *testing.T) string {
	t.Helper()
	in := exampleFiles(t)
	waves := image.NewRGBA(image.Rect(0, 0, 100, 80))
	draw.Draw(waves, waves.Rect, image.White, image.Point{}, draw.Src)
	for y := range 60 {
		for x := range 75 {
			a, b := math.Sin(float64(x*x+9*y)/400), math.Cos(float64(x*y)/200)
			if (x/4*7+y/4*13)%17 < 2 { // specks and thin ends
				a, b = -a, -b
			}
			waves.Set(12+x, 10+y, color.RGBA{uint8(128 + 127*a), uint8(128 + 60*a + 60*b), uint8(128 + 127*b), 255})
		}
	}
	var encoded strings.Builder
	if err := png.Encode(&encoded, waves); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"many.json": `{"id":"1","rows":[[1],[1],[1]],"columns":[[1],[1],[1]]}`,
		"mixed.json": `[{"id":"1","title":"One","rows":[[1],[1]],"columns":[[1],[1]]},
			{"id":"2","title":"Two","rows":[[2],[1]],"columns":[[2],[1]]},{"id":"3","rows":[[2],[1]],"columns":[[2],[1]]},
			{"id":"4","rows":[[6],[1],[1],[1],[1],[1]],"columns":[[6],[1],[1],[1],[1],[1]]},{"id":"5","rows":[[6],[6],[6],[6],[6],[6]],"columns":[[6],[6],[6],[6],[6],[6]]},
			{"id":"6","rows":[[1],[1],[1],[1]],"columns":[[1],[1],[1],[1]]},
			{"id":"7","palette":[{"symbol":"."},{"symbol":"a","color":"#ff0000"},{"symbol":"b","color":"#0000ff"}],"rows":[[{"n":1,"c":"a"},{"n":1,"c":"b"}]],"columns":[[{"n":1,"c":"a"}],[{"n":1,"c":"b"}]]},
			{"id":"8","palette":[{"symbol":"."},{"symbol":"a","color":"#ff0000"},{"symbol":"b","color":"#0000ff"}],"rows":[[{"n":1,"c":"a"}],[{"n":1,"c":"b"}],[]],"columns":[[{"n":1,"c":"a"}],[{"n":1,"c":"b"}],[]]},
			{"id":"9","palette":[{"symbol":"."},{"symbol":"a","color":"#ff0000"},{"symbol":"b","color":"#0000ff"}],"rows":[[{"n":1,"c":"a"}],[{"n":1,"c":"a"}],[{"n":3,"c":"b"}]],
			 "columns":[[{"n":1,"c":"a"},{"n":1,"c":"b"}],[{"n":1,"c":"a"},{"n":1,"c":"b"}],[{"n":1,"c":"b"}]]}]`,
		"made.non":     "width 6\nheight 6\ngoal \"100011010111110111000011000000000000\"\n",
		"waves.png":    encoded.String(),
		"one.json":     `{"id":"one","rows":[[1]],"columns":[[1]]}`,
		"one.proof":    "nonogram-certificate 2\nsize 1 1\ncolors 2\nrow 1\ncolumn 1\ns 1\n#\nk 1\nend exactly 1\n",
		"answers.json": `[{"id":"2","goal":["##","#."]},{"id":"4","goal":["######","#.....","#.....","#.....","#.....",".#...."]}]`,
		"state.txt":    strings.Repeat("#", 20) + "\n" + strings.Repeat(strings.Repeat("?", 20)+"\n", 19),
	} {
		if err := os.WriteFile(filepath.Join(in, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return in
}
