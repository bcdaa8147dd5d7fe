package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"nonogram/internal/bench"

	"github.com/spf13/cobra"
)

func newMethods(a *app) *cobra.Command {
	var asJSON bool
	cmd := newCommand("methods")
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(*cobra.Command, []string) error {
		if asJSON {
			return printMethodsJSON(a)
		}
		return printMethods(a)
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per method and line")
	return cmd
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
	return printMethodOptions(a, table)
}

// printMethodOptions prints the options of the methods.
func printMethodOptions(a *app, table []bench.Entry) error {
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
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
