package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"nonogram/internal/stat"
)

// Comparing whole programs, start-up and reading of the file included: each file
// is given to each program in turns, several times over, so that what else the
// machine does hits all of them alike. CPU time is what the system counted for
// the child, GOMAXPROCS=1 is set for all.

// program is one of those compared.
type program struct {
	name string
	args []string // "{}" stands for the file
	// verify reads the median and the slowest time of a puzzle off the output, in
	// seconds, and fails if an answer is wrong. Only our own output is understood
	// that well; for others there may be patterns.
	verify          func(file string, output []byte) (median, slowest float64, err error)
	median, slowest *pattern
}

// pattern finds a number in the output of a program.
type pattern struct {
	*regexp.Regexp
	unit float64 // in seconds
}

// measured is one program on one file: seconds, of every round.
type measured struct{ cpu, median, slowest []float64 }

type comparison struct {
	output
	binary, section string
	limit, rounds   int
	programs        []program
	files           []string
}

const compareHelp = `Runs nonogram and other programs on the same files, in turns, and prints a table
of CPU seconds, and of the median and the slowest puzzle by the programs' own
clocks. Answers of nonogram are verified.

  perf compare -limit 1 -against 'other=./other --first {}' \
      -median 'other=ms median ([0-9.]+)' set.txt

-against may be given several times; the command is split at blanks and {} is
the file. -median and -slowest say how to read these off a program's output: a unit
(s, ms or us) and a regular expression with one group, whose last match counts.`

func runCompare(ctx context.Context, args []string) error {
	c, err := parseCompare(args)
	if err != nil {
		return err
	}
	source := provenance(ctx, fmt.Sprintf("perf compare -limit %d", c.limit))
	results := make([][]measured, len(c.files))
	for i, file := range c.files {
		if results[i], err = c.measureFile(ctx, file); err != nil {
			return err
		}
	}
	table := c.table(results)
	fmt.Print(table)
	if c.section == "" {
		return nil
	}
	return c.output.section(c.section, source+"\n\n"+table)
}

func parseCompare(args []string) (*comparison, error) {
	c := &comparison{output: output{page: defaultPage}}
	flags := newFlags("compare", "[flags] FILE…", compareHelp)
	flags.StringVar(&c.binary, "binary", filepath.Join("bin", "nonogram"), "the nonogram command to run")
	flags.IntVar(&c.limit, "limit", 1, "1 asks for any solution, 2 whether it is the only one")
	flags.IntVar(&c.rounds, "rounds", 3, "how often each program runs on each file")
	flags.StringVar(&c.page, "page", defaultPage, "the page with the section")
	flags.StringVar(&c.section, "section", "", "also write the table into this section of the page")
	var others []program
	flags.Func("against", "a program to compare with, as `name=command`", func(s string) error {
		p, err := parseProgram(s)
		others = append(others, p)
		return err
	})
	flags.Func("median", "how to read the median off its output, as `name=unit regexp`", func(s string) error {
		p, found, err := parsePattern(others, s)
		if err == nil {
			p.median = found
		}
		return err
	})
	flags.Func("slowest", "the same for the slowest puzzle", func(s string) error {
		p, found, err := parsePattern(others, s)
		if err == nil {
			p.slowest = found
		}
		return err
	})
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	c.files = flags.Args()
	c.programs = append([]program{c.ours()}, others...)
	return c, c.check()
}

func (c *comparison) check() error {
	switch {
	case len(c.files) == 0:
		return errors.New("compare: no files, expected at least one")
	case c.limit < 1 || c.rounds < 1:
		return fmt.Errorf("compare: -limit %d and -rounds %d, expected at least 1", c.limit, c.rounds)
	}
	return nil
}

func (c *comparison) ours() program {
	return program{
		name: "nonogram",
		args: []string{c.binary, "solve", "--workers", "1", "--json", "--limit", strconv.Itoa(c.limit), "{}"},
		verify: func(file string, output []byte) (median, slowest float64, err error) {
			return verifiedTimes(file, output, c.limit)
		},
	}
}

func parseProgram(s string) (program, error) {
	name, command, ok := strings.Cut(s, "=")
	args := strings.Fields(command)
	if !ok || name == "" || len(args) == 0 || !strings.Contains(command, "{}") {
		return program{}, fmt.Errorf("%q, expected name=command with {} for the file", s)
	}
	return program{name: name, args: args}, nil
}

var units = map[string]float64{"s": 1, "ms": 1e-3, "us": 1e-6}

// parsePattern reads "name=unit regexp" and finds the program of that name.
func parsePattern(programs []program, s string) (*program, *pattern, error) {
	name, rest, ok1 := strings.Cut(s, "=")
	unit, expression, ok2 := strings.Cut(rest, " ")
	i := slices.IndexFunc(programs, func(p program) bool { return p.name == name })
	if !ok1 || !ok2 || i < 0 || units[unit] == 0 {
		return nil, nil, fmt.Errorf("%q, expected name=unit regexp, with the name of an earlier -against and the unit s, ms or us", s)
	}
	re, err := regexp.Compile(expression)
	if err != nil {
		return nil, nil, err
	}
	if re.NumSubexp() != 1 {
		return nil, nil, fmt.Errorf("%q has %d groups, expected one", expression, re.NumSubexp())
	}
	return &programs[i], &pattern{re, units[unit]}, nil
}

// last is the last match, in seconds; no number if there is no pattern.
func (p *pattern) last(output []byte) (float64, error) {
	if p == nil {
		return math.NaN(), nil
	}
	all := p.FindAllSubmatch(output, -1)
	if len(all) == 0 {
		return 0, fmt.Errorf("the output has no match of %q", p)
	}
	v, err := strconv.ParseFloat(string(all[len(all)-1][1]), 64)
	return v * p.unit, err
}

func (c *comparison) measureFile(ctx context.Context, file string) ([]measured, error) {
	results := make([]measured, len(c.programs))
	for round := range c.rounds {
		for k := range c.programs {
			// Every other round goes backwards, so that no solver always runs after
			// the same neighbor.
			i := k
			if round%2 == 1 {
				i = len(c.programs) - 1 - k
			}
			if err := c.programs[i].run(ctx, file, &results[i]); err != nil {
				return nil, fmt.Errorf("%s on %s: %w", c.programs[i].name, file, err)
			}
			m := &results[i]
			fmt.Fprintf(os.Stderr, "%s, round %d: %s %.3f s\n", filepath.Base(file), round+1, c.programs[i].name, m.cpu[len(m.cpu)-1])
		}
	}
	return results, nil
}

// run adds one run to the measurements.
func (p *program) run(ctx context.Context, file string, m *measured) error {
	args := slices.Clone(p.args)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "{}", file)
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%w\n%s", err, tail(&stderr))
	}
	median, slowest, err := p.times(file, stdout.Bytes())
	m.cpu = append(m.cpu, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds())
	m.median = append(m.median, median)
	m.slowest = append(m.slowest, slowest)
	return err
}

// times reads what a program says about its own speed.
func (p *program) times(file string, output []byte) (median, slowest float64, err error) {
	if p.verify != nil {
		return p.verify(file, output)
	}
	median, err1 := p.median.last(output)
	slowest, err2 := p.slowest.last(output)
	return median, slowest, errors.Join(err1, err2)
}

// tail is the end of what a program complained about.
func tail(r io.Reader) string {
	const most = 500
	data, err := io.ReadAll(r)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(data[max(len(data)-most, 0):]))
}

// table is in Markdown: for every file and program the median of its rounds, and
// our share of what others took.
func (c *comparison) table(results [][]measured) string {
	var b strings.Builder
	b.WriteString("| file |")
	for _, p := range c.programs {
		fmt.Fprintf(&b, " %s: CPU s | median ms | slowest ms |", p.name)
	}
	for _, p := range c.programs[1:] {
		fmt.Fprintf(&b, " CPU / %s | median / %s |", p.name, p.name)
	}
	b.WriteString("\n| --- |" + strings.Repeat(" ---: |", 5*len(c.programs)-2) + "\n")
	total := make([]measured, len(c.programs))
	for i, file := range c.files {
		writeRow(&b, filepath.Base(file), results[i])
		for k := range total {
			total[k].cpu = []float64{sumOf(total[k].cpu) + stat.Median(results[i][k].cpu)}
		}
	}
	if len(c.files) > 1 {
		writeRow(&b, "**all**", total)
	}
	fmt.Fprintf(&b, "\nGOMAXPROCS=1 on a machine with %d cores; medians of %d runs on each file, programs in turns.\n", runtime.NumCPU(), c.rounds)
	return b.String()
}

func writeRow(b *strings.Builder, name string, row []measured) {
	fmt.Fprintf(b, "| %s |", name)
	for k := range row {
		fmt.Fprintf(b, " %s | %s | %s |", fixed(stat.Median(row[k].cpu), 1, 3), fixed(stat.Median(row[k].median), 1e3, 3), fixed(stat.Median(row[k].slowest), 1e3, 0))
	}
	for k := 1; k < len(row); k++ {
		fmt.Fprintf(b, " %s | %s |", fixed(stat.Median(row[0].cpu)/stat.Median(row[k].cpu), 1, 2), fixed(stat.Median(row[0].median)/stat.Median(row[k].median), 1, 2))
	}
	b.WriteString("\n")
}

// fixed writes a number, or nothing where there is none.
func fixed(v, scale float64, decimals int) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v*scale, 'f', decimals, 64)
}

func sumOf(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum
}

// middle is the median.
