package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/cmd/internal/bench"
	"nonogram/generate"
	"nonogram/internal/machine"
	"nonogram/internal/plural"
)

// bench measures methods on random boards or on files, in rounds, and reports the figures of
// those that ended with a right answer.

// benchFlags are the flags of bench.
type benchFlags struct {
	inputs
	Method  string        `flag:"measure these methods: a <LIST> with commas" complete:"methods"`
	Size    string        `flag:"random boards of these sizes: a <LIST> like 5,10,20x15"`
	Count   int           `flag:"<N> random boards of each size, or the first N puzzles of files"`
	Density string        `flag:"share of filled cells, <D> or from-to, from the first board to the last"`
	Seed    uint64        `flag:"seed <N> of the boards, and of what methods leave to chance"`
	Rounds  int           `flag:"give every puzzle <N> times to every method, with seeds that count on"`
	Limit   int           `flag:"look for <N> solutions; 2 asks whether there is only one"`
	Timeout time.Duration `flag:"end a run after <D>; 0 is never"`
	MinTime time.Duration `json:"min_time" flag:"repeat short runs until <D> has passed"`
	GiveUp  bool          `json:"give_up" flag:"leave out the rest when a method has met the limit on half of a size"`
	Clock   string        `flag:"<CLOCK> to measure with: %s" complete:"clocks"`
	JSON    bool          `flag:"print a JSON object"`
	Runs    bool          `flag:"print every single run: time, and whether the answer is right"`
	Chart   string        `flag:"draw the times as well, to <FILE>.svg or FILE.html" file:"out"`
	CSV     string        `flag:"write every run to <FILE>.csv as well" file:"out"`
	Pairs   bool          `flag:"compare every two methods run by run: sign test, and ratio of the times with its interval"`
	Program []string      `flag:"measure an external program too, <NAME=COMMAND>; may be repeated"`
	State   string        `flag:"keep the runs in <FILE>, and continue from there after an interruption" file:"out"`
	Shuffle string        `flag:"shuffle as the <PYTHON> that runs boardgen: %s" complete:"shuffles"`
}

// By default bench measures the methods that solve 5×5 boards quickly, on the boards of the
// source that most of them come from.
const (
	defaultMethods = "1,2,4,5,7,11,12,table_bfs,table_dfs,shift_bfs:visited,row_dfs_cutoff,perm_elim,engine"
	defaultDensity = "0.5-0.35"
	defaultSeed    = 12345
	defaultBoards  = 10
	// benchTimeout ends a run.
	benchTimeout = 10 * time.Second
	// benchMinTime is long compared with the microsecond resolution of CPU time.
	benchMinTime = 10 * time.Millisecond
)

func newBench(a *app) *cobra.Command {
	f := &benchFlags{
		Method: defaultMethods, Size: "5", Count: defaultBoards, Density: defaultDensity, Seed: defaultSeed, Rounds: 1, Limit: 1,
		Timeout: benchTimeout, MinTime: benchMinTime, Clock: "cpu", Shuffle: string(generate.Python3),
	}
	return newCommand("bench", nil, f, func(cmd *cobra.Command, args []string) error {
		f.files = args
		if len(args) > 0 {
			if cmd.Flags().Changed("count") {
				f.most = f.Count
			}
		}
		return f.run(cmd.Context(), a)
	})
}

func (f *benchFlags) check() error {
	switch {
	case f.Timeout < 0:
		return usagef("--timeout: found %v, expected no negative time", f.Timeout)
	case f.MinTime < 0:
		return usagef("--min-time: found %v, expected no negative time", f.MinTime)
	case f.Chart != "" && !slices.Contains([]string{".svg", ".html", ".htm"}, strings.ToLower(filepath.Ext(f.Chart))):
		return usagef("--chart: found %q, expected a name that ends in .svg or .html", f.Chart)
	case len(f.Program) > 0 && f.Limit > 1:
		return usagef("--program: a program prints one solution, and --limit is %d", f.Limit)
	case len(f.Program) > 0 && f.Clock == "cpu":
		return usagef("--program: the CPU time of another program is not known, expected --clock wall")
	case !slices.Contains([]string{"cpu", "wall"}, f.Clock):
		return usagef("--clock: found %q, expected cpu or wall", f.Clock)
	}
	return f.inputs.check()
}

func (f *benchFlags) run(ctx context.Context, a *app) error {
	if err := f.check(); err != nil {
		return err
	}
	var status exitStatus
	plan, err := f.plan(a, &status)
	if err != nil {
		return err
	}
	clock := machine.CPU()
	if f.Clock == "wall" {
		clock = machine.Wall()
	}
	r := &benchReport{f: f, machine: machine.This(), clock: clock.Name()}
	state, err := r.readState()
	if err != nil {
		return err
	}
	plan.Known = state.Runs
	bar := a.progress("measuring", func(func() bool) int64 { return int64(plan.Runs()) })
	r.cells, err = bench.Measure(ctx, clock, plan, func(run bench.Run) {
		bar.Step()
		state.add(f.State, run)
	})
	bar.Finish()
	switch {
	case errors.Is(err, context.Canceled):
		status.add(exitUndecided)
	case err != nil:
		return usageError{err}
	}
	r.interrupted = err != nil
	if err := errors.Join(state.write(f.State), r.print(a)); err != nil {
		return err
	}
	if f.Chart != "" {
		if err := r.draw(a); err != nil {
			return err
		}
	}
	if f.CSV != "" {
		if err := writeFile(f.CSV, r.writeCSV); err != nil {
			return err
		}
	}
	if r.faults(a) > 0 {
		status.add(exitFailed)
	}
	return status.err()
}

// plan collects methods and puzzles. Read errors are reported and set the exit status.
func (f *benchFlags) plan(a *app, status *exitStatus) (bench.Plan, error) {
	methods, err := bench.LookupAll(f.Method)
	if err != nil {
		return bench.Plan{}, usageError{err}
	}
	for _, text := range f.Program {
		program, err := programEntry(text)
		if err != nil {
			return bench.Plan{}, err
		}
		methods = append(methods, program)
	}
	if f.Pairs && len(methods) == 1 {
		return bench.Plan{}, usagef("--pairs compares methods, and --method names one")
	}
	sets, err := f.sets(a, status)
	return bench.Plan{
		Methods: methods, Sets: sets, Rounds: f.Rounds, Seed: f.Seed, Limit: f.Limit,
		Timeout: f.Timeout, MinTime: f.MinTime, GiveUp: f.GiveUp,
	}, err
}

func (f *benchFlags) sets(a *app, status *exitStatus) ([]bench.Set, error) {
	if len(f.files) == 0 {
		return f.randomSets()
	}
	var puzzles []*nonogram.Puzzle
	for it := range f.items(a) {
		if it.err != nil {
			status.add(exitFailed)
			printError(a, it, it.err)
			continue
		}
		p := *it.puzzle
		p.ID = it.label // ids may repeat across files
		puzzles = append(puzzles, &p)
	}
	return bench.BySize(puzzles), nil
}

func (f *benchFlags) randomSets() ([]bench.Set, error) {
	first, last, err := parseDensity(f.Density)
	if err != nil {
		return nil, err
	}
	var sets []bench.Set
	for text := range strings.SplitSeq(f.Size, ",") {
		width, height, err := parseSize(strings.TrimSpace(text))
		if err != nil {
			return nil, usagef("--size: %w", err)
		}
		set, err := bench.Boards(generate.Random{
			Width: width, Height: height, Count: f.Count, First: first, Last: last, Seed: new(big.Int).SetUint64(f.Seed), Shuffle: generate.Shuffle(f.Shuffle),
		})
		if err != nil {
			return nil, badFlag(err)
		}
		sets = append(sets, set)
	}
	// From small to large, since giving up on a size means giving up on larger ones.
	slices.SortStableFunc(sets, func(a, b bench.Set) int { return boardCells(a) - boardCells(b) })
	return sets, nil
}

func boardCells(s bench.Set) int { return s.Puzzles[0].Width() * s.Puzzles[0].Height() }

// parseDensity reads "0.4", or two shares as in "0.5-0.35".
func parseDensity(text string) (first, last float64, err error) {
	from, to, both := strings.Cut(text, "-")
	if !both {
		to = from
	}
	first, err1 := strconv.ParseFloat(from, 64)
	last, err2 := strconv.ParseFloat(to, 64)
	if err := errors.Join(err1, err2); err != nil {
		return 0, 0, usagef("--density: found %q, expected a share like 0.4, or two like 0.5-0.35", text)
	}
	return first, last, nil
}

// boards describes the puzzles.
func (f *benchFlags) boards() string {
	if len(f.files) > 0 {
		return "puzzles from " + strings.Join(f.files, ", ")
	}
	return fmt.Sprintf("%s a size, density %s, seed %d, shuffled by %s", plural.Of(f.Count, "random board", "random boards"), f.Density, f.Seed, f.Shuffle)
}

// benchState is the file of bench --state: the record of an unfinished measurement with its
// runs. It is written again after a run, but at most once a second.
type benchState struct {
	benchRecord
	known, seen int // runs in the file at first, and runs passed to add
	written     time.Time
}

// readState reads the file of --state, or returns a state without runs if there is none.
func (r *benchReport) readState() (*benchState, error) {
	s := &benchState{benchRecord: r.record()}
	content, err := os.ReadFile(r.f.State)
	switch {
	case r.f.State == "", errors.Is(err, fs.ErrNotExist):
		return s, nil
	case err != nil:
		return nil, err
	}
	var before benchRecord
	if err := json.Unmarshal(content, &before); err != nil {
		return nil, fmt.Errorf("--state: %s is not the state of a measurement: %w", r.f.State, err)
	}
	s.Runs, before.Runs = before.Runs, nil
	if !reflect.DeepEqual(before, r.record()) {
		return nil, usagef("--state: %s has runs of another machine, version, clock, limit or of other boards; expected those of this command", r.f.State)
	}
	s.known = len(s.Runs)
	return s, nil
}

// add adds a run to the file; a failure to write shows at the end.
func (s *benchState) add(path string, run bench.Run) {
	if s.seen++; s.seen <= s.known {
		return
	}
	s.Runs = append(s.Runs, run)
	if time.Since(s.written) > time.Second {
		_ = s.write(path)
		s.written = time.Now()
	}
}

func (s *benchState) write(path string) error {
	if path == "" {
		return nil
	}
	return writeFile(path, func(w io.Writer) error { return json.NewEncoder(w).Encode(s.benchRecord) })
}
