package main

import (
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
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.AddCommand(
		newSolve(a), newCount(a), newProve(a), newCertify(a), newCheck(a), newShow(a), newConvert(a),
		newHint(a), newExplain(a), newRate(a),
		newScan(a), newGenerate(a), newPuzzles(a), newDescribe(a), newDedupe(a),
		newServe(a), newMCP(a), newBatch(a),
		newBench(a), newStudy(a), newMethods(a), newTable(a), newLines(a),
		newVersion(a), newMan(a), newLicenses(a),
	)
	return root
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
	if v == "" {
		v = "(devel)"
	}
	return v
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

// commitDigits is the number of digits shown of a commit.
const commitDigits = 12
