package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// What the Makefile says of a build: the version, the commit it was made of and the day
// of that commit. A plain go build leaves it to the build information of the module.
var version, commit, date string

// newRoot makes the command with all others below it, or with the one that the arguments
// begin with: the flags of the others would be a quarter of what a short command does.
func newRoot(a *app, args ...string) *cobra.Command {
	root := newCommand("nonogram")
	root.Version = versionLine()
	root.SilenceUsage, root.SilenceErrors = true, true
	root.PersistentPreRun = func(*cobra.Command, []string) { a.started = true }
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return flagError(err) })
	root.SetOut(a.out)
	root.SetErr(a.err)
	commands := map[string]func(*app) *cobra.Command{
		"solve": newSolve, "count": newCount, "prove": newProve, "certify": newCertify,
		"check": newCheck, "show": newShow, "convert": newConvert,
		"hint": newHint, "explain": newExplain, "rate": newRate,
		"scan": newScan, "generate": newGenerate, "puzzles": newPuzzles, "describe": newDescribe, "dedupe": newDedupe,
		"serve": newServe, "mcp": newMCP, "batch": newBatch,
		"bench": newBench, "study": newStudy, "methods": newMethods, "table": newTable, "lines": newLines,
		"version": newVersion, "man": newMan, "licenses": newLicenses,
	}
	if len(args) > 0 && args[0] != "man" && commands[args[0]] != nil { // which describes all of them
		root.AddCommand(commands[args[0]](a))
		return root
	}
	for _, make := range commands {
		root.AddCommand(make(a))
	}
	return root
}

func newVersion(a *app) *cobra.Command {
	cmd := newCommand("version")
	cmd.Args = cobra.NoArgs
	cmd.Run = func(*cobra.Command, []string) { fmt.Fprintf(a.out, "nonogram version %s\n", versionLine()) }
	return cmd
}

// versionLine is as "v1.2.0 (1a2b3c4d5e6f, 2026-05-01) go1.26.1 linux/amd64".
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

// programOrigin is the commit and its day, if they are known.
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

// commitDigits is how much of a commit's name is shown.
const commitDigits = 12
