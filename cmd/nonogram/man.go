package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Manual pages, one for every command, made of its help. They are written in the few
// macros of man(7) that every reader of manuals knows; a library for them would bring a
// parser of Markdown along.

// newMan is for those who make packages, and therefore not listed.
func newMan(_ *app) *cobra.Command {
	return &cobra.Command{
		Use:     "man FOLDER",
		Short:   "Write the manual pages of all commands to a folder",
		Example: "  nonogram man /usr/local/share/man/man1",
		Hidden:  true,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			for _, c := range documented(cmd.Root()) {
				if err := os.WriteFile(filepath.Join(args[0], manName(c)+".1"), []byte(manPage(c)), 0o644); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// documented are a command and those below it, without the hidden ones.
func documented(c *cobra.Command) []*cobra.Command {
	c.InitDefaultHelpFlag()
	list := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			list = append(list, documented(sub)...)
		}
	}
	return list
}

func manName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

func manPage(c *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 %q %q\n", roff(strings.ToUpper(manName(c))), date, "nonogram "+programVersion())
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(manName(c)), roff(c.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n", roff(c.UseLine()))
	b.WriteString(".SH DESCRIPTION\n")
	writeManText(&b, cmp.Or(c.Long, c.Short+"."))
	writeManFlags(&b, c.NonInheritedFlags())
	if c.Example != "" {
		b.WriteString(".SH EXAMPLES\n")
		writeManText(&b, c.Example)
	}
	if related := manRelated(c); len(related) > 0 {
		fmt.Fprintf(&b, ".SH SEE ALSO\n%s\n", strings.Join(related, ",\n"))
	}
	return b.String()
}

// writeManText writes paragraphs; lines that are indented stay as they are.
func writeManText(b *strings.Builder, text string) {
	literal := false
	for line := range strings.SplitSeq(text, "\n") {
		if indented := strings.HasPrefix(line, " "); indented != literal && line != "" {
			literal = indented
			b.WriteString(map[bool]string{true: ".RS\n.nf\n", false: ".fi\n.RE\n"}[literal])
		}
		switch {
		case line != "":
			b.WriteString(roff(strings.TrimSpace(line)) + "\n")
		case literal:
			b.WriteString("\n")
		default:
			b.WriteString(".PP\n")
		}
	}
	if literal {
		b.WriteString(".fi\n.RE\n")
	}
}

func writeManFlags(b *strings.Builder, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	b.WriteString(".SH OPTIONS\n")
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		b.WriteString(".TP\n")
		if f.Shorthand != "" {
			fmt.Fprintf(b, `\fB\-%s\fR, `, f.Shorthand)
		}
		fmt.Fprintf(b, `\fB\-\-%s\fR`, roff(f.Name))
		if value != "" {
			fmt.Fprintf(b, ` \fI%s\fR`, roff(value))
		}
		if given := !slices.Contains([]string{"", "0", "0s", "false", "[]"}, f.DefValue); given {
			usage += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(b, "\n%s\n", roff(usage))
	})
}

// manRelated are the pages of the commands above and below.
func manRelated(c *cobra.Command) (names []string) {
	if c.HasParent() {
		names = append(names, `\fB`+roff(manName(c.Parent()))+`\fR(1)`)
	}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, `\fB`+roff(manName(sub))+`\fR(1)`)
		}
	}
	return names
}

// roff is a line that means itself: a hyphen that can be copied, no escapes, and no
// request at its start.
func roff(line string) string {
	line = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(line)
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		line = `\&` + line
	}
	return line
}
