package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A flag that would have no effect is refused. The table below says for all commands which flag
// needs which, or excludes it; only batch, whose flags depend on the kind of work, has a rule of
// its own.

// flagRule is a rule for flags of commands.
type flagRule struct {
	commands []string // as "generate image"
	flags    string   // separated by spaces
	// works reports whether the flags have an effect.
	works func(given) bool
	why   string // follows the flag in the message
}

// given is a command line.
type given struct {
	flags *pflag.FlagSet
	args  []string
}

// is reports whether a flag is set to something other than false.
func (g given) is(name string) bool {
	f := g.flags.Lookup(name)
	return f != nil && f.Changed && f.Value.String() != "false"
}

// value returns the value of a flag, which may be its default.
func (g given) value(name string) string { return g.flags.Lookup(name).Value.String() }

// needs returns works for flags that need another.
func needs(flag string) func(given) bool { return func(g given) bool { return g.is(flag) } }

// without returns works for flags that others exclude.
func without(flags ...string) func(given) bool {
	return func(g given) bool { return !slices.ContainsFunc(flags, g.is) }
}

// to returns works for flags that need an output with one of these endings.
func to(endings ...string) func(given) bool {
	return func(g given) bool { return g.is("out") && slices.Contains(endings, endingOf(g.value("out"))) }
}

var flagRules = []flagRule{
	{[]string{"describe", "dedupe", "scan", "generate image", "generate repair"}, "to lossy", needs("out"), "needs --out FILE"},
	{[]string{"scan", "generate repair"}, "quiet", without("json"), "has no effect with --json"},
	{[]string{"solve"}, "ascii", without("json", "quiet"), "draws text, which --json and --quiet do not"},
	{[]string{"solve"}, "team workers", without("trace"), "has no effect with --trace, which uses one worker"},
	{[]string{"explain"}, "ascii", without("json", "html"), "draws text, which --json and --html do not"},
	{[]string{"rate"}, "json timeout conflicts memory seed workers", without("calibrate"), "has no effect with --calibrate, which prints a report"},
	{[]string{"study"}, "methods", needs("puzzles"), "needs --puzzles FILE"},
	{[]string{"generate image"}, "difficulty max-changes symmetry tries timeout", func(g given) bool { return g.value("repair") == "true" }, "has no effect with --repair=false"},
	{[]string{"generate image"}, "colors palette", func(g given) bool { return !g.is("mode") || g.value("mode") == "color" }, "needs --mode color"},
	{[]string{"generate image"}, "colors", without("palette"), "has no effect with --palette"},
	{[]string{"bench"}, "size density shuffle", func(g given) bool { return len(g.args) == 0 }, "is for random boards, here are files"},
	{[]string{"show"}, "theme cell title dim font", to(".svg", ".png", ".pdf", ".html"), "needs --out FILE"},
	{[]string{"show"}, "paper per-page answers min-cell order captions stars lessons author publisher isbn copyright language ink", to(".pdf", ".html"), "needs --out FILE.pdf"},
	{[]string{"show"}, "bleed marks", to(".pdf"), "needs --out FILE.pdf"},
	{[]string{"show"}, "ascii", without("out"), "draws text, which --out does not"},
}

// checkRules rejects flags without effect.
func checkRules(cmd *cobra.Command, args []string) error {
	path := strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
	g := given{cmd.Flags(), args}
	for _, r := range flagRules {
		if !slices.Contains(r.commands, path) || r.works(g) {
			continue
		}
		for flag := range strings.FieldsSeq(r.flags) {
			if cmd.Flags().Changed(flag) {
				return usagef("--%s %s", flag, r.why)
			}
		}
	}
	return nil
}

// goneFlags are flags of earlier versions, by command and name, and what to use instead.
var goneFlags = map[string]string{
	"batch census --forecast":     "docs/records.md has the figures",
	"bench --signature":           "go test ./solve -run TestSignature compares the engine's counters",
	"generate image --candidate":  "try --mode, --bias and --invert, or Create in the web app",
	"generate image --candidates": "try --mode, --bias and --invert, or Create in the web app",
	"generate image --diff":       "the terminal marks the changed cells, and generate repair --json lists them",
	"generate puzzle --splits":    "describe --json has a hash to split by, see docs/evaluating.md",
	"prove --team":                "it had no effect",
	"prove --workers":             "it had no effect",
	"serve --study":               "the Lab of the web app opens the page of nonogram study",
	"solve --trace-limit":         "use --timeout or --conflicts",
	"study --data":                "use --out FOLDER, which has data.json",
	"study --open":                "open the page in the browser",
}

// unknownFlag names the replacement of a flag that is gone.
func unknownFlag(cmd *cobra.Command, err error) error {
	path := strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
	_, name, _ := strings.Cut(err.Error(), "unknown flag: ")
	if instead := goneFlags[path+" "+name]; instead != "" {
		return usagef("%w is gone: %s", err, instead)
	}
	return err
}
