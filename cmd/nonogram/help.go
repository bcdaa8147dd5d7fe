package main

import (
	"embed"
	"strings"

	"github.com/spf13/cobra"
)

// The help of every command is a text file: the usage line, the summary, the description
// and, after a line "Examples:", the examples.
//
//go:embed help/*.txt
var helpTexts embed.FS

// newCommand returns a command with the help of help/NAME.txt and nothing to run. It
// panics if there is no such file.
func newCommand(name string) *cobra.Command {
	text, err := helpTexts.ReadFile("help/" + name + ".txt")
	if err != nil {
		panic(err)
	}
	head, rest, _ := strings.Cut(string(text), "\n\n")
	use, short, _ := strings.Cut(head, "\n")
	long, example, _ := strings.Cut("\n"+rest, "\nExamples:\n")
	return &cobra.Command{
		Use: use, Short: strings.TrimSpace(short), Long: strings.TrimSpace(long), Example: strings.TrimRight(example, "\n"),
	}
}
