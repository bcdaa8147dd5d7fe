package main

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/format"
	"nonogram/puzzles"
)

// The pack that comes with the program. Wherever a file is expected @17, @cat,
// @sketches, @all and @examples/36 stand for one with puzzles of the pack; a file whose
// name really starts with @ is ./@name.

// packMark starts the name of such a file.
const packMark = "@"

func isPack(file string) bool { return strings.HasPrefix(file, packMark) }

// packFile is the content of @word: a file like any other, with goals, so that
// what reads files need not know of the pack.
func packFile(word string) ([]byte, error) {
	entries, err := puzzles.Select(word)
	if err != nil {
		return nil, fmt.Errorf("%w (nonogram puzzles lists them)", err)
	}
	list := make([]*nonogram.Puzzle, len(entries))
	for i, e := range entries {
		list[i] = e.Puzzle()
	}
	var b bytes.Buffer
	err = format.Encode(&b, packFormat, list...)
	return b.Bytes(), err
}

// packFormat is what packFile writes; it holds all that the pack has.
const packFormat = "non"

// completeInput completes the names of files, and after an @ what the pack has.
// Names are left out: they say what the pictures show.
func completeInput(_ *cobra.Command, _ []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	if !isPack(toComplete) {
		return nil, cobra.ShellCompDirectiveDefault
	}
	list := []string{packMark + puzzles.Everything + "\tthe whole pack", packMark + puzzles.ExampleSet + "\tthe sizes of the R package's examples; /1 is the first"}
	for _, c := range puzzles.Chapters() {
		list = append(list, packMark+c.Name+"\t"+c.Description)
	}
	for _, e := range puzzles.All() {
		list = append(list, packMark+strconv.Itoa(e.Number)+"\t"+size(e.Puzzle()))
	}
	return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}
