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

// In place of a file, @17, @cat, @sketches, @all and @examples/36 are puzzles of the pack.
// A file whose name starts with @ is ./@name.

// packMark starts such a name.
const packMark = "@"

func isPack(file string) bool { return strings.HasPrefix(file, packMark) }

// packFile returns the content of @word as a puzzle file with goals.
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

// packFormat is the format of packFile; it holds all data of the pack.
const packFormat = "non"

// completeInput completes file names and, after @, numbers and chapters of the pack. Names
// are omitted because they reveal the pictures.
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
