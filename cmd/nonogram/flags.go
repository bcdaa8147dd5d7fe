package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"nonogram/internal/operations"
	"nonogram/internal/operations/create"
)

// Errors in flags have one style: the found value and the expected one. Some come from
// pflag, some from an operation.

// flagValues describes the values of each type of flag.
var flagValues = map[string]string{
	"int": "a whole number", "int64": "a whole number", "uint64": "a whole number from 0",
	"float64": "a number", "duration": "a time like 500ms, 10s or 2m", "bool": "true or false",
}

// flagError rewrites errors of pflag, which quote the number parser.
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
	if !ok { // the type has its own message
		return fmt.Errorf("--%s: %w", flag.Name, errors.Unwrap(invalid))
	}
	if errors.Is(err, strconv.ErrRange) {
		want = "less: " + want
	}
	return fmt.Errorf("invalid argument %q for --%s, expected %s", invalid.GetValue(), flag.Name, want)
}

// positive is a flag for a whole number from 1; in requests 0 means unset.
type positive int

func positiveVar(flags *pflag.FlagSet, n *int, name string, value int, usage string) {
	*n = value
	flags.Var((*positive)(n), name, usage)
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

// Type returns the type of a number, for completion and help.
func (p *positive) Type() string { return "int" }

// exclusive matches cobra's message for flags that exclude each other.
const exclusive = `^if any flags in the group \[.*\] are set none of the others can be; \[(\S+) (\S+)\] were all set$`

// groupError rewrites cobra's message for flags that exclude each other.
func groupError(err error) error {
	if flags := regexp.MustCompile(exclusive).FindStringSubmatch(err.Error()); flags != nil {
		return usagef("--%s and --%s exclude each other, expected one of them", flags[1], flags[2])
	}
	return err
}

// badFlag turns an error about a field into one about its flag. Other lists pairs of fields
// and flags that differ for this command.
func badFlag(err error, other ...string) error {
	if err == nil {
		return nil
	}
	e := operations.AsError(create.Coded(err))
	if e.Where == "" {
		return usageError{&fault{e.Message, e}}
	}
	flag := flagOf(e.Where)
	if i := slices.Index(other, e.Where); i >= 0 {
		flag = other[i+1]
	}
	return usageError{&fault{"--" + flag + ": " + e.Message, e}}
}

// fault is an error of an operation with the message of the command line.
type fault struct {
	text string
	err  *operations.Error
}

func (f *fault) Error() string { return f.text }

func (f *fault) Unwrap() error { return f.err }

// otherFlags maps fields to flags with other names.
var otherFlags = map[string]string{
	"width": "size", "height": "size", "levels": "difficulty", "specks": "clean", "max_share": "max-changes", "tip": "level",
}

// flagOf returns the flag of a field, or of the field it is part of.
func flagOf(field string) string {
	field, _, _ = strings.Cut(field, ".")
	field, _, _ = strings.Cut(field, "[")
	if other, ok := otherFlags[field]; ok {
		return other
	}
	field = strings.TrimSuffix(strings.TrimSuffix(field, "_ms"), "_mb")
	return strings.ReplaceAll(field, "_", "-")
}
