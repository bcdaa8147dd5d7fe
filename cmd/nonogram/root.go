package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// The Makefile sets the version, the commit and the commit's date. Otherwise they come from
// the module's build information.
var version, commit, date string

// newRoot returns the root command with all others.
func newRoot(a *app) *cobra.Command {
	root := newCommand("nonogram")
	root.Version = versionLine()
	root.SilenceUsage, root.SilenceErrors = true, true
	root.PersistentPreRun = func(*cobra.Command, []string) { a.started = true }
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return flagError(err) })
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", fmt.Sprintf(".FlagUsagesWrapped %d", helpWidth)))
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.AddCommand(
		newSolve(a), newCount(a), newProve(a), newCertify(a), newCheck(a), newShow(a), newConvert(a),
		newHint(a), newExplain(a), newRate(a), newPlay(a),
		newScan(a), newGenerate(a), newPuzzles(a), newDescribe(a), newDedupe(a),
		newServe(a), newMCP(a), newBatch(a),
		newBench(a), newStudy(a), newMethods(a), newTable(a), newLines(a),
		newVersion(a), newMan(a), newLicenses(a),
	)
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
	cmd := newCommand("version")
	cmd.Args = cobra.NoArgs
	cmd.Run = func(*cobra.Command, []string) { fmt.Fprintf(a.out, "nonogram version %s\n", versionLine()) }
	return cmd
}

// versionLine is like "v1.2.0 (1a2b3c4d5e6f, 2026-05-01) go1.26.1 linux/amd64".
func versionLine() string {
	origin := ""
	if revision, day := programOrigin(); revision != "" {
		origin = fmt.Sprintf(" (%s, %s)", revision, day)
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

// programOrigin returns the commit and its date, if known.
func programOrigin() (revision, day string) {
	if commit != "" {
		return commit, date
	}
	info, _ := debug.ReadBuildInfo()
	if info == nil {
		return "", ""
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value[:min(len(s.Value), commitDigits)]
		case "vcs.time":
			day, _, _ = strings.Cut(s.Value, "T")
		}
	}
	return revision, day
}

// helpWidth is the longest line of help.
const helpWidth = 100

// commitDigits is the number of digits shown of a commit.
const commitDigits = 12
