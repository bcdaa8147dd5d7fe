package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nonogram/internal/operations"
	"nonogram/internal/operations/create"
)

// What is wrong with a command line, in one style of words: what was found and what
// was expected. Some of it the library of flags finds, some an operation that was
// asked with the flags as its request.

// flagValues says what a flag of each type wants.
var flagValues = map[string]string{
	"int": "a whole number", "int64": "a whole number", "uint64": "a whole number from 0",
	"float64": "a number", "duration": "a time like 500ms, 10s or 2m", "bool": "true or false",
}

// flagError says of a value that does not fit its flag what was expected, where
// the library would pass on the words of the number parser.
func flagError(err error) error {
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return err
	}
	flag := invalid.GetFlag()
	if errors.Is(err, errBelowOne) {
		return fmt.Errorf("--%s: found %s, %w", flag.Name, invalid.GetValue(), errBelowOne)
	}
	want, ok := flagValues[flag.Value.Type()]
	if !ok { // one with words of its own
		return fmt.Errorf("--%s: %w", flag.Name, errors.Unwrap(invalid))
	}
	if errors.Is(err, strconv.ErrRange) {
		want = "less: " + want
	}
	return fmt.Errorf("invalid argument %q for --%s, expected %s", invalid.GetValue(), flag.Name, want)
}

// positive is a flag for a whole number from 1. In requests 0 is what is not given;
// whoever gives it means something else.
type positive int

// positiveVar adds such a flag.
// firstVar adds --count for the first puzzles of the input.
func firstVar(cmd *cobra.Command, n *int) {
	cmd.Flags().Var((*positive)(n), "count", "take the first `N` puzzles only")
	cmd.Flags().Lookup("count").DefValue = "" // all
}

func positiveVar(flags *pflag.FlagSet, n *int, name string, value int, usage string) {
	*n = value
	flags.Var((*positive)(n), name, usage)
}

// languageVar adds --language for what an answer tells people. Everything else that the
// program says is English.
func languageVar(flags *pflag.FlagSet, told *operations.Told) {
	flags.StringVar(&told.Language, "language", "en", "tell it in `LANGUAGE`: en, de, es, fr, ja or zh")
}

var errBelowOne = errors.New("expected at least 1")

func (p *positive) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err == nil && n < 1 {
		err = errBelowOne
	}
	*p = positive(n)
	return err
}

func (p *positive) String() string { return strconv.Itoa(int(*p)) }

// Type is that of a number for those who complete or describe flags.
func (p *positive) Type() string { return "int" }

// exclusive is what the library says of flags that exclude each other.
const exclusive = `^if any flags in the group \[.*\] are set none of the others can be; \[(\S+) (\S+)\] were all set$`

// groupError says in our words that two flags exclude each other.
func groupError(err error) error {
	if flags := regexp.MustCompile(exclusive).FindStringSubmatch(err.Error()); flags != nil {
		return usagef("--%s and --%s exclude each other, expected one of them", flags[1], flags[2])
	}
	return err
}

// badFlag makes of an error about a field of a request one about the flag it is from.
// Fields that this command has another flag for come with it, in pairs.
func badFlag(err error, other ...string) error {
	if err == nil {
		return nil
	}
	e := operations.AsError(create.Coded(err))
	if e.Where == "" {
		return usageError{&fault{e.Message, e}}
	}
	for pair := range slices.Chunk(other, 2) {
		if pair[0] == e.Where {
			return usageError{&fault{"--" + pair[1] + ": " + e.Message, e}}
		}
	}
	return usageError{&fault{"--" + flagOf(e.Where) + ": " + e.Message, e}}
}

// fault is what an operation found, in the words of the command line. It keeps its
// code.
type fault struct {
	text string
	err  *operations.Error
}

func (f *fault) Error() string { return f.text }

func (f *fault) Unwrap() error { return f.err }

// otherFlags are the flags that do not have the name of their field.
var otherFlags = map[string]string{
	"width": "size", "height": "size", "levels": "difficulty", "specks": "clean", "max_share": "max-changes", "tip": "level",
}

// flagOf is the flag of a field, or of what the field is a part of.
func flagOf(field string) string {
	field, _, _ = strings.Cut(field, ".")
	field, _, _ = strings.Cut(field, "[")
	if other, ok := otherFlags[field]; ok {
		return other
	}
	field = strings.TrimSuffix(strings.TrimSuffix(field, "_ms"), "_mb")
	return strings.ReplaceAll(field, "_", "-")
}
