package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"nonogram"
	"nonogram/format"
	"nonogram/internal/testkit/families"
	"nonogram/puzzles"
	"nonogram/solve"
	"nonogram/tools/hunt"
)

// The table of rivals: the same boards, one machine, one run. Each program is a process of
// its own for each board, start-up included, with a limit of CPU time, and answers whether a
// board has none, one or several solutions. Verdicts that differ end the run.

// rival is a solver whose sources are in a folder of its name.
type rival struct {
	name, version string
	build         string // a shell command in the folder; "" if verdictProgram is there
	program       string // in the folder
	args          []string
	format        string // "" for the CNF of package hunt
	colors        bool
}

const rivalsHelp = `Builds the rivals whose sources are in folders of -dir, names the others, and prints a
table of CPU seconds: all boards of a row, with the number of boards decided if it is not
all. A board that is not decided counts with the limit.

The folders of nonosolve, nonogrid, olsak-grid and hugi need a program "verdict" that runs
the solver on a file and prints unique, multiple or contradiction.`

// verdictProgram is the program of a rival that is built by hand.
const verdictProgram = "verdict"

// picrossMain asks picross-solver, a library, for two solutions.
const picrossMain = `#include <picross/picross.h>
#include <iostream>
int main(int, char **argv) {
  auto grids = picross::io::parse_input_file_non_format(argv[1], [](auto, std::string_view m) { std::cerr << m; });
  auto r = picross::get_ref_solver()->solve(grids.at(0).m_input_grid, 2);
  bool none = r.status == picross::Solver::Status::CONTRADICTORY_GRID;
  std::cout << (none ? "contradiction" : r.solutions.size() == 1 ? "unique" : "multiple");
}
`

const buildPicross = `mkdir -p perf && sed 's/@PROJECT_VERSION@/0/' src/picross/src/picross_solver_version.h.in > perf/picross_solver_version.h &&
printf '%s' "$PICROSS_MAIN" > perf/main.cpp &&
g++ -O3 -std=c++17 -DNDEBUG -Iperf -Isrc/picross/include -Isrc/picross/src -Isrc/stdutils/include perf/main.cpp src/picross/src/*.cpp src/stdutils/src/*.cpp -o perf/picross`

func allRivals() []*rival {
	sat := "./configure && make"
	return []*rival{
		{name: "kissat", version: "cat VERSION", build: sat, program: "build/kissat", args: []string{"-q", "-n"}, colors: true},
		{name: "cadical", version: "cat VERSION", build: sat, program: "build/cadical", args: []string{"-q", "-n"}, colors: true},
		{name: "pbnsolve", version: "head -1 README | grep -o '[0-9.]*'", build: "make -B -C src", program: "src/pbnsolve", args: []string{"-u", "-b"}, format: "webpbn", colors: true},
		{name: "picross-solver", version: "sed -n 's/^ *VERSION //p' CMakeLists.txt | head -1", build: buildPicross, program: "perf/picross", format: "non"},
		{name: "nonosolve", program: verdictProgram, format: "non"},
		{name: "nonogrid", program: verdictProgram, format: "webpbn", colors: true},
		{name: "olsak-grid", program: verdictProgram, format: "g", colors: true},
		{name: "hugi", program: verdictProgram, format: "non"},
	}
}

// rivalBoards are the boards of a row.
type rivalBoards struct {
	name string
	list []*nonogram.Puzzle
}

func runRivals(ctx context.Context, args []string) error {
	flags := newFlags("rivals", "[flags]", rivalsHelp)
	dir := flags.String("dir", "rivals", "the folder of the sources")
	binary := flags.String("binary", filepath.Join("bin", "nonogram"), "the nonogram command to run")
	limit := flags.Int("limit", 20, "CPU seconds of a board")
	seed := flags.Uint64("seed", defaultSeed, "seed of the boards")
	boards := flags.Int("boards", 1, "how many times the fewest boards of each kind")
	if err := errors.Join(flags.Parse(args), noArguments(flags)); err != nil {
		return err
	}
	temporary, err := os.MkdirTemp("", "rivals")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	r := newRace(ctx, temporary, *binary, *dir, *limit, allRivals())
	sets, err := rivalSets(*seed, max(1, *boards))
	if err != nil {
		return err
	}
	fmt.Printf("%s %s.\n\n| boards | number |", provenance(ctx, fmt.Sprintf("perf rivals -limit %d -seed %d", *limit, *seed)), time.Now().UTC().Format("2 January 2006"))
	for _, p := range r.programs {
		fmt.Printf(" %s |", p.title())
	}
	fmt.Println("\n| --- | ---: |" + strings.Repeat(" ---: |", len(r.programs)))
	for _, set := range sets {
		row, err := r.row(ctx, set)
		if err != nil {
			return fmt.Errorf("%s: %w", set.name, err)
		}
		fmt.Print(row)
	}
	if len(r.missing) > 0 {
		fmt.Printf("\nLeft out: %s.\n", strings.Join(r.missing, ", "))
	}
	return nil
}

// make builds a rival and reads its version. Without sources it takes an installed program.
func (p *rival) make(ctx context.Context, dir string) error {
	if p.build == "" {
		p.program = filepath.Join(dir, p.program)
		_, err := os.Stat(p.program)
		return err
	}
	if _, err := os.Stat(dir); err != nil {
		installed, err := exec.LookPath(p.name)
		p.program, p.version = installed, "(installed)"
		return err
	}
	for _, command := range []string{p.build, p.version} {
		cmd := exec.CommandContext(ctx, "sh", "-c", command)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "PICROSS_MAIN="+picrossMain)
		out, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("%.60s…: %w", command, err)
		}
		p.version = strings.Trim(strings.TrimSpace(string(out)), `"`)
	}
	p.program = filepath.Join(dir, p.program)
	return nil
}

// rivalSets makes the boards, few of each kind.
func rivalSets(seed uint64, times int) ([]rivalBoards, error) {
	random := func(side, n, inks int) (list []*nonogram.Puzzle) {
		for _, b := range tournament(side, n, seed) {
			b.inks = inks
			list = append(list, b.puzzle())
		}
		return list
	}
	sets := []rivalBoards{{"tournament kind, 25×25", random(25, 6*times, 1)}}
	for _, side := range []int{30, 40, 60, 99} {
		sets = append(sets, rivalBoards{fmt.Sprintf("random, %d×%d", side, side), random(side, times, 1)})
	}
	var pictures, dominoes, none []*nonogram.Puzzle
	for i, e := range puzzles.All() {
		if p := e.Puzzle(); i%(48/min(times, 48)) == 0 && !p.Colored() {
			pictures = append(pictures, p)
		}
	}
	for _, n := range []int{8, 10} {
		dominoes = append(dominoes, families.Dominoes(n))
		none = append(none, unsolvable(rand.New(rand.NewPCG(seed, uint64(n))), n))
	}
	sets = append(sets, rivalBoards{"pictures of the pack", pictures}, rivalBoards{"n-dom, 8 and 10", dominoes},
		rivalBoards{"unsolvable n-dom", none}, rivalBoards{"color, 15×15, two inks", random(15, 4*times, 2)})
	var some []*nonogram.Puzzle
	survey, err := realPuzzles("webpbn-survey")
	for i, p := range survey {
		if i%max(1, 4/times) == 0 {
			some = append(some, p)
		}
	}
	return append(sets, rivalBoards{"survey", some}), err
}

// race runs programs on boards, with files in a folder.
type race struct {
	dir      string
	limit    int
	programs []*rival // nonogram first
	missing  []string
}

// newRace makes the rivals whose sources are in folders of sources, or that are installed.
func newRace(ctx context.Context, dir, binary, sources string, limit int, rivals []*rival) *race {
	r := &race{dir: dir, limit: limit, programs: []*rival{{name: "nonogram", program: binary, args: []string{"solve", "--workers", "1", "--json"}, format: "json", colors: true}}}
	for _, p := range rivals {
		if err := p.make(ctx, filepath.Join(sources, p.name)); err != nil {
			fmt.Fprintf(os.Stderr, "%s is left out: %v\n", p.name, err)
			r.missing = append(r.missing, p.name)
			continue
		}
		r.programs = append(r.programs, p)
	}
	return r
}

// title is the name of a rival with its version.
func (p *rival) title() string { return strings.TrimSpace(p.name + " " + p.version) }

// verdicts asks all programs about a board: what they answer, "" without an answer in time, and
// what it costs.
func (r *race) verdicts(ctx context.Context, p *nonogram.Puzzle) (verdicts []string, spent []cost, err error) {
	known := ""
	verdicts, spent = make([]string, len(r.programs)), make([]cost, len(r.programs))
	for i, program := range r.programs {
		if p.Colored() && !program.colors {
			continue
		}
		if verdicts[i], spent[i], err = r.measure(ctx, program, p); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", program.name, err)
		}
		if known = cmp.Or(known, verdicts[i]); verdicts[i] != "" && verdicts[i] != known {
			return nil, nil, fmt.Errorf("%s finds %s, others %s", program.name, verdicts[i], known)
		}
	}
	return verdicts, spent, nil
}

// row measures the boards of a set.
func (r *race) row(ctx context.Context, set rivalBoards) (string, error) {
	total, decided := make([]time.Duration, len(r.programs)), make([]int, len(r.programs))
	for _, p := range set.list {
		verdicts, spent, err := r.verdicts(ctx, p)
		if err != nil {
			return "", err
		}
		for i, program := range r.programs {
			if p.Colored() && !program.colors {
				continue
			}
			if verdicts[i] == "" {
				spent[i].cpu = max(spent[i].cpu, time.Duration(r.limit)*time.Second)
			} else {
				decided[i]++
			}
			total[i] += spent[i].cpu
		}
	}
	row := fmt.Sprintf("| %s | %d |", set.name, len(set.list))
	for i := range r.programs {
		switch {
		case total[i] == 0:
			row += " – |"
		case decided[i] < len(set.list):
			row += fmt.Sprintf(" %.0f, %d decided |", total[i].Seconds(), decided[i])
		default:
			row += fmt.Sprintf(" %.2f |", total[i].Seconds())
		}
	}
	return row + "\n", nil
}

// measure returns the verdict of a program, "" if it has none in time. A SAT solver solves the
// formula, and then the formula without the solution that the engine found.
func (r *race) measure(ctx context.Context, program *rival, p *nonogram.Puzzle) (verdict string, spent cost, err error) {
	file := filepath.Join(r.dir, "board."+cmp.Or(program.format, "cnf"))
	var b bytes.Buffer
	if program.format != "" {
		if err := format.Encode(&b, program.format, p); err != nil {
			return "", spent, err
		}
		out, spent, err := r.run(ctx, program, file, b.Bytes())
		for _, words := range [][]string{{"unique", `"unique"`}, {"multiple", `"multiple"`}, {"contradiction", `"unsolvable"`}} {
			if strings.Contains(out, words[0]) || strings.Contains(out, words[1]) {
				return words[0], spent, err
			}
		}
		return "", spent, err
	}
	encoding := hunt.Encode(p)
	for _, verdict := range []string{"contradiction", "unique"} {
		b.Reset()
		if err := encoding.Write(&b); err != nil {
			return "", spent, err
		}
		out, more, err := r.run(ctx, program, file, b.Bytes())
		spent.cpu += more.cpu
		spent.memory = max(spent.memory, more.memory)
		if strings.Contains(out, "s UNSATISFIABLE") {
			return verdict, spent, err
		}
		if err != nil || !strings.Contains(out, "s SATISFIABLE") {
			return "", spent, err
		}
		limited, cancel := withCPULimit(ctx, time.Duration(r.limit)*time.Second)
		found, err := solve.Solve(limited, p, nonogram.Options{Limit: 1})
		cancel()
		if err != nil || len(found.Solutions) == 0 {
			return "", spent, err
		}
		encoding = encoding.Forbid(found.Solutions[0])
	}
	return "multiple", spent, nil
}

// run runs a program on a file within the limit of CPU time.
func (r *race) run(ctx context.Context, program *rival, file string, content []byte) (string, cost, error) {
	if err := os.WriteFile(file, content, 0o600); err != nil {
		return "", cost{}, err
	}
	limit := time.Duration(r.limit) * time.Second
	spent, _, output, err := spend(ctx, nil, limit, append(append([]string{program.program}, program.args...), file)...)
	if errors.Is(err, errOverLimit) {
		return "", spent, nil
	}
	return string(output), spent, err
}
