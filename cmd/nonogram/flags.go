package main

import (
	"cmp"
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nonogram/cmd/internal/bench"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/create"
	"nonogram/cmd/internal/operations/schema"
	"nonogram/generate"
	"nonogram/teach"
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
	"width": "size", "height": "size", "levels": "difficulty", "specks": "clean", "max_share": "max-changes",
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

// requestFlags adds a flag for each simple field of a struct, or for those listed by their
// names in JSON. The struct is a request, or the flags of a command. A field without a name
// in JSON has the flag of its name in lower case. The default is the present value of the
// field; the usage is its tag flag or doc, with the name of the value as <N>; a tag flag of - means no flag. The values of
// its tag enum are completed, or those that its tag complete names; %s in the usage lists
// them. The tag file says that the value is a file, see output.go. Numbers start at 1, since 0 means unset in a request.
func requestFlags(cmd *cobra.Command, request any, fields ...string) {
	flags, v := cmd.Flags(), reflect.ValueOf(request).Elem()
	for _, f := range schema.Fields(v.Type()) {
		if f.Tag.Get("flag") == "-" || len(fields) > 0 && !slices.Contains(fields, f.Name) {
			continue
		}
		value := v.FieldByIndex(f.Index)
		_, isText := value.Interface().(encoding.TextMarshaler)
		name, usage := flagOf(cmp.Or(f.Name, strings.ToLower(f.StructField.Name))), usageOf(f, isText || !value.IsZero())
		list := completions[f.Tag.Get("complete")]
		if strings.Contains(usage, "%s") {
			usage = fmt.Sprintf(usage, strings.Join(list(), ", "))
		}
		addFlag(flags, value.Addr().Interface(), name, usage)
		if use := f.Tag.Get("file"); use != "" {
			_ = flags.SetAnnotation(name, fileKey, []string{use}) // the flag exists
		}
		if enum := f.Tag.Get("enum"); enum != "" {
			completeFlag(cmd, name, strings.Split(enum, ",")...)
		}
		if list != nil {
			completeFlag(cmd, name, list()...)
		}
	}
}

// addFlag adds the flag that sets a variable. Its type is one of those below.
func addFlag(flags *pflag.FlagSet, variable any, name, usage string) {
	switch p := variable.(type) {
	case *bool:
		flags.BoolVar(p, name, *p, usage)
	case *int:
		flags.Var((*positive)(p), name, usage)
	case *int64:
		flags.Int64Var(p, name, *p, usage)
	case *float64:
		flags.Float64Var(p, name, *p, usage)
	case *uint64:
		flags.Uint64Var(p, name, *p, usage)
	case *string:
		shorthand := ""
		if name == "out" {
			shorthand = "o"
		}
		flags.StringVarP(p, name, shorthand, *p, usage)
	case *[]string:
		flags.StringArrayVar(p, name, *p, usage)
	case *[]int:
		flags.IntSliceVar(p, name, *p, usage)
	case *time.Duration:
		flags.DurationVar(p, name, *p, usage)
	case *operations.Timeout:
		flags.DurationVar((*time.Duration)(p), name, time.Duration(*p), usage)
	case *operations.Seed:
		flags.Var((*seedFlag)(p), name, usage)
	case encoding.TextUnmarshaler:
		text, _ := reflect.ValueOf(p).Elem().Interface().(encoding.TextMarshaler)
		flags.TextVar(p, name, text, usage)
	default:
		panic(fmt.Sprintf("the flag --%s cannot have the type %T", name, variable))
	}
}

// completions are the lists of values that the tag complete names.
var completions = map[string]func() []string{
	"formats": formatNames, "methods": bench.Spellings, "kinds": puzzleKinds,
	"clocks":   func() []string { return []string{"cpu", "wall"} },
	"shuffles": func() []string { return []string{string(generate.Python2), string(generate.Python3)} },
}

var (
	// kinds begins the description of a field that counts only for some kinds of generate.
	kinds = regexp.MustCompile(`^(random|puzzle|image|repair)(, \w+)*: `)
	// byDefault is a default in a description.
	byDefault = regexp.MustCompile(` \((the )?default[^:)]*\)`)
)

// usageOf returns the usage of a field's flag: its description in lower case, without the
// default if the flag shows one.
func usageOf(f schema.Field, hasDefault bool) string {
	usage := f.Tag.Get("flag")
	if usage == "" {
		usage = kinds.ReplaceAllString(f.Tag.Get("doc"), "")
		usage = strings.ToLower(usage[:1]) + usage[1:]
	}
	if hasDefault {
		usage = byDefault.ReplaceAllString(usage, "")
	}
	usage = strings.NewReplacer("<", "`", ">", "`").Replace(usage)
	if enum := f.Tag.Get("enum"); enum != "" {
		usage += "; `NAME` is one of " + strings.ReplaceAll(enum, ",", ", ")
	}
	return usage
}

// completeFlag completes the values of a flag.
func completeFlag(cmd *cobra.Command, flag string, values ...string) {
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// seedFlag is a flag for a seed of 64 bits.
type seedFlag operations.Seed

func (s *seedFlag) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 64)
	*s = seedFlag(operations.SeedOf(n))
	return err
}

func (s *seedFlag) String() string { return string(*s) }

func (s *seedFlag) Type() string { return "uint64" }

// Flags whose values have a form of their own: sizes, ranges and levels.

// sizeVar adds --size. With a default it is shown in the help.
func sizeVar(flags *pflag.FlagSet, width, height *int, value, usage string) {
	set := func(text string) (err error) {
		*width, *height, err = parseSize(text)
		return err
	}
	flags.Func("size", usage, set)
	if value != "" {
		_ = set(value)
		flags.Lookup("size").DefValue = value
	}
}

// parseSize reads "5", or width and height as in "20x15".
func parseSize(text string) (width, height int, err error) {
	w, h, both := strings.Cut(strings.ReplaceAll(text, "×", "x"), "x")
	if !both {
		h = w
	}
	width, err1 := strconv.Atoi(w)
	height, err2 := strconv.Atoi(h)
	if err1 != nil || err2 != nil || width < 1 || height < 1 {
		return 0, 0, fmt.Errorf("found %q, expected a number from 1, or width and height like 20x15", text)
	}
	return width, height, nil
}

// rangeVar adds a flag for "10..20", "10..", "..20" or "10"; a missing bound is 0.
func rangeVar(flags *pflag.FlagSet, r *create.Range, name, usage string) {
	flags.Func(name, usage, func(text string) (err error) {
		from, to, isRange := strings.Cut(text, "..")
		if !isRange {
			to = from
		}
		number := func(s string) float64 {
			if s == "" {
				return 0
			}
			v, e := strconv.ParseFloat(s, 64)
			err = errors.Join(err, e)
			return v
		}
		*r = create.Range{Low: number(from), High: number(to)}
		if err != nil || !(r.Low >= 0) || !(r.High >= 0) || to != "" && r.High == 0 || from != "" && to != "" && r.Low > r.High {
			return fmt.Errorf("found %q, expected a number above 0, or a range as 10..20", text)
		}
		return nil
	})
}

// lineLevels names all levels that single lines solve.
const lineLevels = "lines"

// levelsVar adds --difficulty.
func levelsVar(cmd *cobra.Command, levels *create.Levels, usage string) {
	var names []string
	for _, l := range teach.Levels() {
		names = append(names, strings.ReplaceAll(l.String(), " ", "-"))
	}
	list := strings.Join(names, ", ")
	cmd.Flags().Func("difficulty", usage+" `LEVELS`: "+list+", as a list or a range as easy..hard; lines is all that single lines solve", func(text string) error {
		var err error
		if *levels, err = parseLevels(text); err != nil {
			return fmt.Errorf("found %q, expected %s or one of %s; a range is as easy..hard", text, lineLevels, list)
		}
		return nil
	})
	completeFlag(cmd, "difficulty", append(names, lineLevels)...)
}

// parseLevels reads "medium", "easy,hard", "easy..hard" or "lines".
func parseLevels(text string) (create.Levels, error) {
	var levels create.Levels
	for _, part := range strings.Split(text, ",") {
		from, to, isRange := strings.Cut(strings.ReplaceAll(part, "-", " "), "..")
		switch {
		case part == lineLevels:
			from, to = teach.Trivial.String(), teach.Medium.String()
		case !isRange:
			to = from
		}
		var first, last teach.Level
		err := errors.Join(first.UnmarshalText([]byte(strings.TrimSpace(from))), last.UnmarshalText([]byte(strings.TrimSpace(to))))
		if err != nil || first > last {
			return nil, fmt.Errorf("%q is not a range of levels", part)
		}
		for l := first; l <= last; l++ {
			levels = append(levels, l)
		}
	}
	slices.Sort(levels)
	return slices.Compact(levels), nil
}
