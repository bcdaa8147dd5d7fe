package main

import (
	"encoding"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nonogram/internal/operations"
	"nonogram/internal/operations/schema"
)

// requestFlags adds a flag for each simple field of a request, or for those listed by
// their names in JSON. The default is the present value of the field; the usage is its
// tag flag or doc, and the values of its tag enum are completed. Numbers start at 1,
// since 0 means unset in a request.
func requestFlags(cmd *cobra.Command, request any, fields ...string) {
	flags, v := cmd.Flags(), reflect.ValueOf(request).Elem()
	for _, f := range schema.Fields(v.Type()) {
		if len(fields) > 0 && !slices.Contains(fields, f.Name) {
			continue
		}
		value := v.FieldByIndex(f.Index)
		text, isText := value.Interface().(encoding.TextMarshaler)
		name, usage := flagOf(f.Name), usageOf(f, isText || !value.IsZero())
		switch p := value.Addr().Interface().(type) {
		case *bool:
			flags.BoolVar(p, name, *p, usage)
		case *int:
			flags.Var((*positive)(p), name, usage)
		case *int64:
			flags.Int64Var(p, name, *p, usage)
		case *float64:
			flags.Float64Var(p, name, *p, usage)
		case *string:
			flags.StringVar(p, name, *p, usage)
		case *operations.Timeout:
			flags.DurationVar((*time.Duration)(p), name, time.Duration(*p), usage)
		case *operations.Seed:
			flags.Var((*seedFlag)(p), name, usage)
		case encoding.TextUnmarshaler:
			flags.TextVar(p, name, text, usage)
		default:
			panic(fmt.Sprintf("the field %s of %T has no type of a flag", f.Name, request))
		}
		if enum := f.Tag.Get("enum"); enum != "" {
			completeFlag(cmd, name, strings.Split(enum, ",")...)
		}
	}
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
