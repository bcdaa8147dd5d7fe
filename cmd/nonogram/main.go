// Command nonogram solves, counts, explains, rates, makes, converts, proves and draws
// nonograms, and serves the web app and the HTTP API.
//
// Each command reads puzzles by package format, turns its flags into a request, calls the
// operation of cmd/internal/operations and prints the answer. Related commands share a file.
// The input is in input.go, the work on many puzzles in each.go, flags are in flags.go, and
// the streams in streams.go.
//
// The exit status is a contract: 0 every puzzle has a solution, 1 bad usage or unreadable
// input, 3 some puzzle is unsolvable, 4 some puzzle is undecided within its budget, 5 some
// puzzle has several solutions with solve --unique. If several apply, the lowest is
// returned.
package main

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"nonogram/cmd/internal/operations/record"
)

func main() { os.Exit(run(os.Args[1:])) }

// run is main without the exit. The first Ctrl-C, SIGTERM or SIGHUP cancels the context, so
// that commands end with partial results; the second kills the process.
func run(args []string) int {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // by nohup
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	defer stop()
	context.AfterFunc(ctx, stop)

	a := newApp()
	a.interrupted = ctx.Done()
	reading, stopInput := context.WithCancel(ctx)
	a.inputEnds, a.stopInput = reading.Done(), stopInput
	root := newRoot(a)
	root.SetArgs(withSolve(root, args))
	cmd, err := root.ExecuteContextC(ctx)
	lost := a.out.Flush()
	if lost != nil && !errors.Is(err, lost) {
		// The output is the answer: if it was lost, the status is 1.
		if errors.As(err, new(exitStatus)) {
			err = nil
		}
		err = errors.Join(err, lost)
	}
	if err == nil {
		return int(exitOK)
	}
	var code exitStatus
	if errors.As(err, &code) {
		if code == exitUndecided && a.isInterrupted() && !a.told {
			fmt.Fprintln(a.err, "nonogram: interrupted")
		}
		return int(code)
	}
	fmt.Fprintln(a.err, "nonogram:", errorText(err, args))
	if errors.Is(err, errInterrupted) {
		return int(exitUndecided)
	}
	if !a.started && lost == nil || errors.As(err, new(usageError)) {
		fmt.Fprintf(a.err, "See '%s --help'.\n", cmd.CommandPath())
	}
	return int(exitFailed)
}

// withSolve adds solve before a file or a puzzle of the pack where a command is expected.
func withSolve(root *cobra.Command, args []string) []string {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return args
	}
	if cmd, _, err := root.Find(args); err == nil && cmd != root {
		return args
	}
	if _, err := os.Stat(args[0]); err != nil && !isPack(args[0]) {
		return args
	}
	return append([]string{"solve"}, args...)
}

// exitStatus ends a command that has already printed everything. Its numbers are those of
// record.Code.
type exitStatus record.Code

const (
	exitOK         = exitStatus(record.CodeOK)
	exitFailed     = exitStatus(record.CodeFailed)
	exitUnsolvable = exitStatus(record.CodeUnsolvable)
	exitUndecided  = exitStatus(record.CodeUndecided)
	exitMultiple   = exitStatus(record.CodeMultiple)
)

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// add keeps the most severe status, the lowest that is not 0.
func (s *exitStatus) add(t exitStatus) {
	if *s == exitOK || t != exitOK && t < *s {
		*s = t
	}
}

// err returns nil for status 0.
func (s exitStatus) err() error {
	if s == exitOK {
		return nil
	}
	return s
}

// usageError is an error in the command line that cobra does not find.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// The Makefile sets the version, the commit and the commit's date. Otherwise the version of
// the module has all of them.
var version, commit, date string

// newRoot returns the root command with all others.
func newRoot(a *app) *cobra.Command {
	root := newCommand("nonogram", nil, nil, nil)
	root.Version = versionLine()
	root.SilenceUsage, root.SilenceErrors = true, true
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		err := cmd.ValidateFlagGroups()
		if err == nil {
			err = cmp.Or(checkRules(cmd, args), a.checkFiles(cmd, args))
		}
		a.started = err == nil
		return err
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return unknownFlag(cmd, flagError(err)) })
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", fmt.Sprintf(".FlagUsagesWrapped %d", helpWidth)))
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.AddCommand(
		newSolve(a), newCount(a), newProve(a), newCertify(a), newCheck(a), newShow(a), newConvert(a),
		newHint(a), newExplain(a), newRate(a), newPlay(a),
		newScan(a), newGenerate(a), newPuzzles(a), newDescribe(a), newDedupe(a), newFeed(a),
		newServe(a), newMCP(a), newBatch(a),
		newBench(a), newStudy(a), newMethods(a), newTable(a), newLines(a),
		newVersion(a), newMan(a), newLicenses(a),
	)
	for word, instead := range otherWords {
		root.AddCommand(newOtherWord(word, instead))
	}
	strictHelp(root)
	return root
}

// strictHelp makes help and completion refuse unknown names, which cobra answers with the
// help and status 0.
func strictHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.Run = nil
			cmd.RunE = func(_ *cobra.Command, args []string) error {
				about, rest, err := root.Find(args)
				if err != nil || len(rest) > 0 {
					return usagef("help: there is no command %q", strings.Join(args, " "))
				}
				return about.Help()
			}
		case "completion":
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
}

func newVersion(a *app) *cobra.Command {
	return newCommand("version", cobra.NoArgs, nil, func(*cobra.Command, []string) error {
		_, err := fmt.Fprintf(a.out, "nonogram version %s\n", versionLine())
		return err
	})
}

// versionLine is like "v1.2.0 (1a2b3c4d5e6f, 2026-05-01) go1.26.1 linux/amd64".
func versionLine() string {
	origin := ""
	if commit != "" {
		origin = fmt.Sprintf(" (%s, %s)", commit, date)
	}
	return fmt.Sprintf("%s%s %s %s/%s", programVersion(), origin, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func programVersion() string {
	v := version
	if info, ok := debug.ReadBuildInfo(); ok && v == "" {
		v = info.Main.Version
	}
	return cmp.Or(v, "(devel)")
}

// helpWidth is the longest line of help.
const helpWidth = 100

// The help of every command is a text file: the usage line, the summary, the description
// and, after a line "Examples:", the examples.
//
//go:embed help/*.txt
var helpTexts embed.FS

// newCommand returns a command with the help of help/NAME.txt, the flags of a struct and
// those of the requests that it makes, see requestFlags. It panics if there is no such file.
func newCommand(name string, args cobra.PositionalArgs, flags any, run func(*cobra.Command, []string) error, requests ...any) *cobra.Command {
	text, err := helpTexts.ReadFile("help/" + name + ".txt")
	if err != nil {
		panic(err)
	}
	head, rest, _ := strings.Cut(string(text), "\n\n")
	use, short, _ := strings.Cut(head, "\n")
	long, example, _ := strings.Cut("\n"+rest, "\nExamples:\n")
	cmd := &cobra.Command{
		Use: use, Short: strings.TrimSpace(short), Long: strings.TrimSpace(long), Example: strings.TrimRight(example, "\n"),
		Args: args, RunE: run,
	}
	if flags != nil {
		requestFlags(cmd, flags)
	}
	for _, request := range requests {
		requestFlags(cmd, request)
	}
	if _, ok := flags.(interface{ several() bool }); ok { // it has inputs
		cmd.ValidArgsFunction = completeInput
	}
	return cmd
}

// otherWords are the words of other programs for commands, which similar names would not find.
var otherWords = map[string]string{
	"boardgen": "generate random", "boardgen.py": "generate random", "plot": "show", "print": "show",
	"nonogram_solver": "bench", "make_full_perm_set": "lines", "out.o": "bench", "nonogram.py": "solve --method peng:DFS_cutoff",
}

// newOtherWord returns a hidden command that names the one to use.
func newOtherWord(word, instead string) *cobra.Command {
	return &cobra.Command{Use: word, Hidden: true, DisableFlagParsing: true, RunE: func(*cobra.Command, []string) error {
		return fmt.Errorf("there is no command %q, use nonogram %s", word, instead)
	}}
}

// runE returns the RunE of a command without arguments.
func (a *app) runE(run func(ctx context.Context, a *app) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, _ []string) error { return run(cmd.Context(), a) }
}

// newGroup returns a command that only has subcommands.
func newGroup(name string, commands ...*cobra.Command) *cobra.Command {
	cmd := newCommand(name, cobra.NoArgs, nil, func(cmd *cobra.Command, _ []string) error { return cmd.Help() })
	cmd.AddCommand(commands...)
	return cmd
}

// newMan returns the command man, which is for package maintainers and not listed.
func newMan(_ *app) *cobra.Command {
	f := &forceFlag{}
	cmd := newCommand("man", cobra.ExactArgs(1), f, func(cmd *cobra.Command, args []string) error {
		cmd.Root().DisableAutoGenTag = true
		return f.writeManual(documented(cmd.Root()), args[0])
	})
	cmd.Hidden = true
	return cmd
}

// documented returns a command and those of its subcommands that help lists.
func documented(c *cobra.Command) []*cobra.Command {
	list := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && !sub.IsAdditionalHelpTopicCommand() {
			list = append(list, documented(sub)...)
		}
	}
	return list
}

// writeManual writes the pages of commands to a folder, which may have those of other programs.
// Without --force it replaces only pages of its own.
func (f *forceFlag) writeManual(commands []*cobra.Command, folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	page := func(c *cobra.Command) string {
		return filepath.Join(folder, strings.ReplaceAll(c.CommandPath(), " ", "-")+".1")
	}
	for _, c := range commands {
		data, err := os.ReadFile(page(c))
		if err == nil && !bytes.Contains(data, []byte("\n.TH \"NONOGRAM")) && !f.Force {
			return usagef("%s is not a page of this program: move it away, or give --force to replace it", oneLine(page(c)))
		}
	}
	day, _ := time.Parse(time.DateOnly, date) // the zero time if there is none
	header := doc.GenManHeader{Section: "1", Date: &day, Source: "nonogram " + programVersion()}
	for _, c := range commands {
		h := header // which a page changes
		if err := writeFile(page(c), func(w io.Writer) error { return doc.GenMan(c, &h, w) }); err != nil {
			return err
		}
	}
	return nil
}

// thirdParties is written by tools/notices.
//
//go:embed third_party_notices.txt
var thirdParties string

func newLicenses(a *app) *cobra.Command {
	return newCommand("licenses", cobra.NoArgs, nil, func(*cobra.Command, []string) error {
		_, err := a.out.Write([]byte(thirdParties))
		return err
	})
}

func newGenerate(a *app) *cobra.Command {
	return newGroup("generate", newGeneratePuzzle(a), newGenerateImage(a), newGenerateRepair(a), newGenerateRandom(a))
}
