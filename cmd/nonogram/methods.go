package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"nonogram/cmd/internal/bench"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/methods"
	"nonogram/cmd/internal/operations/record"
	"nonogram/internal/plural"
	"nonogram/lab"
)

// methods, table and lines: the catalogue of methods, and the tables of their sources.

func newMethods(a *app) *cobra.Command {
	f := &struct {
		JSON bool `flag:"print one JSON object per method and line"`
	}{}
	return newCommand("methods", cobra.NoArgs, f, func(*cobra.Command, []string) error {
		if f.JSON {
			return printMethodsJSON(a)
		}
		return printMethods(a)
	})
}

func printMethods(a *app) error {
	table := bench.Methods()
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "NO\tNAME\tFAMILY\tCOMPLETE\tSIZE\tSOURCE\tWHAT IT DOES")
	for _, m := range table {
		complete := "no"
		if m.Complete {
			complete = "yes"
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\t%s\n", m.Number, m.Name, m.Family, complete, m.Size, m.Source, m.Description)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w, "\nNAME\tOPTION\tVALUES\tDEFAULT\tWHAT IT SETS")
	for _, m := range table {
		for _, o := range m.Options {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", m.Name, o.Name, strings.Join(o.Values, ", "), o.Default, o.Description)
		}
	}
	return w.Flush()
}

func printMethodsJSON(a *app) error {
	lines := newJSONLines(a)
	for _, m := range bench.Methods() {
		if err := lines.print(m); err != nil {
			return err
		}
	}
	return nil
}

// table and lines print the tables of the lab's sources.

type tableFlags struct {
	common
	request methods.TableRequest
}

func newTable(a *app) *cobra.Command {
	f := &tableFlags{}
	return newCommand("table", nil, f, f.runE(a, f.run), &f.request)
}

func (f *tableFlags) run(ctx context.Context, a *app) error {
	return each(ctx, a, &f.common, methods.OpenTable, &f.request, hooks[*record.Table]{
		verb: "listing",
		print: func(it item, t *record.Table) error {
			if !it.only {
				fmt.Fprintf(a.out, "%s\n", it.label)
			}
			rows := [][]string{{"CLUE", "STATES", "WHICH"}}
			for _, e := range t.Entries {
				rows = append(rows, []string{e.Key, strconv.FormatInt(e.Count, 10), strings.Join(e.States, " ") + ellipsis(e.Count, len(e.States))})
			}
			return printAligned(a, rows)
		},
	})
}

// ellipsis marks a shortened list.
func ellipsis(all int64, listed int) string {
	if all > int64(listed) {
		return " …"
	}
	return ""
}

func printAligned(a *app, rows [][]string) error {
	var b strings.Builder
	writeAligned(&b, rows)
	_, err := a.out.Write([]byte(b.String()))
	return err
}

type linesFlags struct {
	request methods.LinesRequest
	JSON    bool `flag:"print a JSON object"`
}

func newLines(a *app) *cobra.Command {
	f := &linesFlags{}
	return newCommand("lines", cobra.RangeArgs(1, 2), f, func(cmd *cobra.Command, args []string) error {
		request := &f.request
		var err error
		if request.Length, err = strconv.Atoi(args[0]); err != nil {
			return usagef("found %q, expected a number of cells", args[0])
		}
		if request.Length < 1 || request.Length > lab.MaxPermLine {
			return usagef("found %s, expected 1 to %d cells", args[0], lab.MaxPermLine)
		}
		if len(args) > 1 {
			for text := range strings.SplitSeq(args[1], ",") {
				n, err := strconv.Atoi(strings.TrimSpace(text))
				if err != nil {
					return usagef("found %q, expected a clue like 2,4,1", args[1])
				}
				request.Clue = append(request.Clue, n)
			}
		}
		answer, err := methods.Lines(cmd.Context(), a.service(), request)
		if err != nil {
			return badFlag(err)
		}
		if f.JSON {
			_, err := fmt.Fprintf(a.out, "%s\n", operations.JSON(answer, nil))
			return err
		}
		return printLines(a, answer)
	}, &f.request)
}

func printLines(a *app, l *methods.LinesAnswer) error {
	fmt.Fprintf(a.out, "%d × %d\n", l.Lines, l.Length) // as R's dim() prints it
	for i, line := range l.Listed {
		fmt.Fprintf(a.out, "[%d,] %s\n", i+1, strings.Join(strings.Split(line, ""), " "))
	}
	if len(l.Members) == 0 {
		return nil
	}
	fmt.Fprintf(a.out, "\n%s\n", plural.Of(int(l.Clues), "clue", "clues"))
	rows := [][]string{{"CLUE", "LINES", ""}}
	for _, m := range l.Members {
		var clue []string
		for _, n := range m.Clue {
			clue = append(clue, strconv.Itoa(n))
		}
		if len(clue) == 0 {
			clue = []string{"0"}
		}
		rows = append(rows, []string{strings.Join(clue, ","), strconv.FormatInt(m.Lines, 10), ""})
	}
	return printAligned(a, rows)
}
