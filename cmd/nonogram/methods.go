package main

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"
)

func newMethods(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "methods",
		Short: "List the methods that solve can use",
		Example: `  nonogram methods
  nonogram methods --json`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return printMethodsJSON(a)
			}
			return printMethods(a)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per method and line")
	return cmd
}

func printMethods(a *app) error {
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "NO\tNAME\tFAMILY\tCOMPLETE\tSIZE\tSOURCE\tWHAT IT DOES")
	for _, m := range methodTable {
		complete := "no"
		if m.Complete {
			complete = "yes"
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\t%s\n", m.Number, m.Name, m.Family, complete, m.Size, m.Source, m.Description)
	}
	return w.Flush()
}

func printMethodsJSON(a *app) error {
	enc := json.NewEncoder(a.out)
	for _, m := range methodTable {
		if err := enc.Encode(m); err != nil {
			return err
		}
	}
	return nil
}
