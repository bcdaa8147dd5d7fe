package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A flag that would have no effect is refused. The table below says for all commands which flag
// needs which, or excludes it; only the flags of a job of batch depend on its kind of work and
// are checked there.

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

// mode returns works for flags that need one of these modes of generate image.
func mode(names ...string) func(given) bool {
	return func(g given) bool {
		if !g.is("mode") && (g.is("colors") || g.is("palette")) {
			return slices.Contains(names, "color")
		}
		return slices.Contains(names, cmp.Or(g.value("mode"), "threshold"))
	}
}

// onServer reports whether a batch command uses a server, of --nats or NATS_URL.
func onServer(g given) bool { return g.value("nats") != "" }

// queueCommands are the commands that use a queue, which is on a server or in a folder.
var queueCommands = []string{"batch run", "batch submit", "batch work", "batch status", "batch workers", "batch results", "batch cancel", "batch remove", "batch census"}

var flagRules = []flagRule{
	{queueCommands, "creds nkey tls-ca tls-cert tls-key replicas", onServer, "needs a server, of --nats URL or NATS_URL"},
	{queueCommands, "tls-cert", needs("tls-key"), "needs --tls-key FILE"},
	{queueCommands, "tls-key", needs("tls-cert"), "needs --tls-cert FILE"},
	{queueCommands, "dir", func(g given) bool { return !onServer(g) }, "has no effect with a server, of --nats or NATS_URL"},
	{[]string{"batch serve"}, "creds nkey tls-ca tls-cert tls-key replicas", func(given) bool { return false }, "has no effect on the server that serve starts"},
	{[]string{"batch census"}, "nats dir creds nkey tls-ca tls-cert tls-key replicas name unique detach workers grace", without("descriptions"), "has no effect with --descriptions, which uses no queue"},
	{[]string{"batch census"}, "workers grace", without("detach"), "has no effect with --detach, which leaves the work to others"},
	{[]string{"describe", "dedupe", "scan", "generate image", "generate repair"}, "to lossy", needs("out"), "needs --out FILE"},
	{[]string{"scan", "generate repair"}, "quiet", without("json"), "has no effect with --json"},
	{[]string{"solve"}, "ascii", without("json", "quiet"), "draws text, which --json and --quiet do not"},
	{[]string{"solve"}, "team workers", without("trace"), "has no effect with --trace, which uses one worker"},
	{[]string{"explain"}, "ascii", without("json", "html"), "draws text, which --json and --html do not"},
	{[]string{"rate"}, "json timeout conflicts memory seed workers", without("calibrate"), "has no effect with --calibrate, which prints a report"},
	{[]string{"study"}, "scale seed quick puzzles methods", without("from"), "has no effect with --from, which measures nothing"},
	{[]string{"study"}, "methods", needs("puzzles"), "needs --puzzles FILE"},
	{[]string{"generate image"}, "difficulty keep max-changes tries timeout", func(g given) bool { return g.value("repair") == "true" }, "has no effect with --repair=false"},
	{[]string{"generate image"}, "mode bias colors palette repair", without("sheet", "candidate"), "is what the candidates differ in"},
	{[]string{"generate image"}, "timeout", without("sheet", "candidate"), "has no effect on candidates, whose work is bounded"},
	{[]string{"generate image"}, "keep quiet", without("sheet"), "has no effect with --sheet; expected --candidate N"},
	{[]string{"generate image"}, "sheet", without("candidate"), "has no effect with --candidate"},
	{[]string{"generate image"}, "colors palette", mode("color"), "needs --mode color"},
	{[]string{"generate image"}, "local", mode("threshold", "ink"), "needs --mode threshold or ink"},
	{[]string{"generate image"}, "invert", mode("threshold", "ink", "dither"), "needs --mode threshold, ink or dither"},
	{[]string{"generate image"}, "bias", mode("threshold", "ink", "dither", "edges"), "has no effect with --mode color"},
	{[]string{"generate image"}, "fit", func(g given) bool { return strings.ContainsAny(g.value("size"), "x×") || g.is("triddler") }, "needs --size WIDTHxHEIGHT or --triddler"},
	{[]string{"generate image", "generate puzzle"}, "size", without("triddler"), "has no effect with --triddler"},
	{[]string{"generate image"}, "quiet", func(g given) bool { return g.is("out") || g.value("repair") == "true" }, "leaves nothing to print with --repair=false and without --out"},
	{[]string{"generate image"}, "title", func(g given) bool { return g.is("out") || !g.is("quiet") }, "has no effect with --quiet and without --out"},
	{[]string{"generate image"}, "colors", without("palette"), "has no effect with --palette"},
	{[]string{"bench"}, "size density shuffle", func(g given) bool { return len(g.args) == 0 }, "is for random boards, here are files"},
	{[]string{"generate random"}, "p2", func(g given) bool { return g.value("count") != "1" }, "is for the last of several boards, expected --count too"},
	{[]string{"show"}, "clues guides", without("small"), "has no effect with --small, which draws the picture alone"},
	{[]string{"show"}, "solution", without("answers"), "has no effect with --answers, which prints solutions at the back"},
	{[]string{"show"}, "theme cell title dim font", to(".svg", ".png", ".pdf", ".html"), "needs --out FILE"},
	{[]string{"show"}, "paper per-page answers min-cell order captions stars lessons author publisher isbn copyright language ink", to(".pdf", ".html"), "needs --out FILE.pdf"},
	{[]string{"show"}, "bleed marks cover", to(".pdf"), "needs --out FILE.pdf"},
	{[]string{"show"}, "marks", without("cover"), "has no effect with --cover, which has them"},
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
	"generate image --candidates": "--sheet makes twelve candidates, and --candidate N one of them",
	"generate image --diff":       "the terminal marks the changed cells, and generate repair --json lists them",
	"generate puzzle --splits":    "describe --json has a hash to split by, see docs/evaluating.md",
	"hint --level":                "use --grade",
	"prove --team":                "it had no effect",
	"prove --workers":             "it had no effect",
	"serve --study":               "the Lab of the web app opens the page of nonogram study",
	"solve --trace-limit":         "use --timeout or --conflicts",
	"study --data":                "use --out FOLDER, which has data.json",
	"study --open":                "open the page in the browser",
}

// unknownFlag names the replacement of a flag that is gone, what to do in place of --out, or else the
// flags with similar names.
func unknownFlag(cmd *cobra.Command, err error) error {
	path := strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
	_, name, _ := strings.Cut(err.Error(), "unknown flag: ")
	if instead := goneFlags[path+" "+name]; instead != "" {
		return usagef("%w is gone: %s", err, instead)
	}
	if name == "--out" || strings.Contains(err.Error(), "unknown shorthand flag: 'o'") {
		switch {
		case path == "convert":
			return usagef("%w; the last argument is the file to write", err)
		case path != "play" && cmd.Flags().Lookup("json") != nil:
			return usagef("%w; the result is printed: add > FILE to keep it", err)
		}
	}
	if word, long := strings.CutPrefix(name, "--"); long {
		if similar := similarFlags(cmd, word); len(similar) > 0 {
			return usagef("%w; there is %s", err, strings.Join(similar, " and "))
		}
	}
	return err
}

// similarFlags returns the flags of a command whose names have the same beginning as a word, or
// differ from it by up to two letters, as cobra compares commands.
func similarFlags(cmd *cobra.Command, word string) (similar []string) {
	const leastLetters = 3 // of a beginning
	flags := &cobra.Command{SuggestionsMinimumDistance: 2}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		switch {
		case f.Hidden:
		case len(f.Name) >= leastLetters && strings.HasPrefix(word, f.Name):
			similar = append(similar, "--"+f.Name)
		default:
			flags.AddCommand(&cobra.Command{Use: f.Name, Run: func(*cobra.Command, []string) {}})
		}
	})
	for _, name := range flags.SuggestionsFor(word) {
		similar = append(similar, "--"+name)
	}
	return similar
}
