package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"nonogram"
	"nonogram/certify"
	"nonogram/format"
	"nonogram/solve"
)

// What certificates cost: every puzzle of some files is solved, proven and checked,
// one after the other, so that a disturbance hits all three, and a certificate that
// is not accepted ends the whole. Certificates stay in memory: the disk is not
// measured.

// worthRatio is the least time to solve a puzzle for its ratios to be reported:
// below it they are mostly the clock's.
const worthRatio = time.Millisecond

// proofRow is a line of the table: the puzzles of one argument.
type proofRow struct {
	name                                        string
	puzzles, unique, unsolvable, multiple, open int
	solve, prove, check                         time.Duration
	worstProve, worstCheck                      float64
	bytes, largest                              int64
}

func (r *proofRow) add(other *proofRow) {
	r.puzzles += other.puzzles
	r.unique += other.unique
	r.unsolvable += other.unsolvable
	r.multiple += other.multiple
	r.open += other.open
	r.solve += other.solve
	r.prove += other.prove
	r.check += other.check
	r.worstProve = max(r.worstProve, other.worstProve)
	r.worstCheck = max(r.worstCheck, other.worstCheck)
	r.bytes += other.bytes
	r.largest = max(r.largest, other.largest)
}

func runProofs(ctx context.Context, args []string) error {
	flags := newFlags("proofs", "[flags] FILE|FOLDER…", "Solves, proves and checks puzzles and reports what each takes, a row per argument.")
	first := flags.Int("first", 0, "take only the first `N` puzzles of every file")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() == 0 {
		return errors.New("expected files of puzzles, or folders of them")
	}
	runtime.GOMAXPROCS(1)
	m := &proofMeter{first: *first}
	fmt.Println("| puzzles of | number | unique | unsolvable | multiple | undecided | solve, s | prove, s | check, s | prove : solve | check : solve | worst prove | worst check | MB | largest, MB |")
	fmt.Println("| --- |" + strings.Repeat(" ---: |", 14))
	total := proofRow{name: "all"}
	for _, arg := range flags.Args() {
		row, err := m.argument(ctx, arg)
		if err != nil {
			return err
		}
		total.add(row)
		fmt.Println(row)
	}
	fmt.Println(&total)
	return nil
}

func (r *proofRow) String() string {
	ratio := func(d time.Duration) float64 { return d.Seconds() / max(r.solve.Seconds(), 1e-6) }
	return fmt.Sprintf("| %s | %d | %d | %d | %d | %d | %.3f | %.3f | %.3f | %.2f | %.2f | %.2f | %.2f | %.1f | %.1f |",
		r.name, r.puzzles, r.unique, r.unsolvable, r.multiple, r.open,
		r.solve.Seconds(), r.prove.Seconds(), r.check.Seconds(), ratio(r.prove), ratio(r.check),
		r.worstProve, r.worstCheck, float64(r.bytes)/1e6, float64(r.largest)/1e6)
}

// proofMeter measures puzzles with one engine.
type proofMeter struct {
	engine solve.Engine
	proof  bytes.Buffer
	first  int
}

// argument measures a file, or all files of a folder that are puzzles.
func (m *proofMeter) argument(ctx context.Context, arg string) (*proofRow, error) {
	row := &proofRow{name: filepath.Base(arg)}
	err := filepath.WalkDir(arg, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return m.puzzles(ctx, path, row)
	})
	return row, err
}

func (m *proofMeter) puzzles(ctx context.Context, path string, row *proofRow) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	n := 0
	for p, err := range format.Decode(data, filepath.Base(path), "") {
		if n++; err != nil || m.first > 0 && n > m.first {
			return nil // corpora hold files that are not puzzles; the tests of format see to them
		}
		if err := m.puzzle(ctx, p, row); err != nil {
			return fmt.Errorf("%s, puzzle %d: %w", path, n, err)
		}
	}
	return nil
}

// puzzle measures one puzzle, unless the engine cannot handle it or gives up.
func (m *proofMeter) puzzle(ctx context.Context, p *nonogram.Puzzle, row *proofRow) error {
	limited, cancel := withCPULimit(ctx, boardTimeout)
	r, err := m.engine.Solve(limited, p, nonogram.Options{})
	cancel()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return nil
	}
	row.puzzles++
	if r.Status == nonogram.Undecided {
		row.open++
		return nil
	}
	t, err := fastest([3]func() error{
		func() error { _, err := m.engine.Solve(ctx, p, nonogram.Options{}); return err },
		func() error { return m.prove(ctx, p) },
		func() error { return m.check(ctx, p, r) },
	})
	if err == nil {
		row.note(r, t, int64(m.proof.Len()))
	}
	return err
}

// fastest does three things in turns, a few times unless they take long, and gives
// the shortest time of each.
func fastest(works [3]func() error) (t [3]time.Duration, err error) {
	for round := range batches {
		for i, work := range works {
			spent, err := repeated(work)
			if err != nil {
				return t, err
			}
			if round == 0 || spent < t[i] {
				t[i] = spent
			}
		}
		if t[0] > longBoard {
			break
		}
	}
	return t, nil
}

// note adds a puzzle to its row.
func (r *proofRow) note(answer *nonogram.Result, t [3]time.Duration, size int64) {
	switch answer.Status {
	case nonogram.Unique:
		r.unique++
	case nonogram.Unsolvable:
		r.unsolvable++
	default:
		r.multiple++
	}
	one := proofRow{solve: t[0], prove: t[1], check: t[2], bytes: size, largest: size}
	if t[0] >= worthRatio {
		one.worstProve, one.worstCheck = float64(t[1])/float64(t[0]), float64(t[2])/float64(t[0])
	}
	r.add(&one)
}

func (m *proofMeter) prove(ctx context.Context, p *nonogram.Puzzle) error {
	m.proof.Reset()
	_, err := m.engine.Prove(ctx, p, nonogram.Options{}, certify.NewWriter(&m.proof, p))
	return err
}

func (m *proofMeter) check(ctx context.Context, p *nonogram.Puzzle, r *nonogram.Result) error {
	claim, err := certify.Verify(ctx, bytes.NewReader(m.proof.Bytes()), p)
	if err == nil && (claim.Exact != r.Exhausted || len(claim.Solutions) != len(r.Solutions)) {
		err = fmt.Errorf("the claim is %v, the answer %v", claim, r.Status)
	}
	return err
}

// repeated does something as often as the clock wants, and gives the average. To look at
// the clock takes as long as a small puzzle, so that it is done after 1, 2, 4, … times.
func repeated(work func() error) (time.Duration, error) {
	start := clock.Now()
	for n := 1; ; n++ {
		if err := work(); err != nil {
			return 0, err
		}
		if n&(n-1) != 0 {
			continue
		}
		if spent := clock.Now() - start; spent >= batchTime || n >= maxRepeats {
			return max(spent, time.Microsecond) / time.Duration(n), nil
		}
	}
}
