package main

import (
	_ "embed" // the notices

	"github.com/spf13/cobra"
)

// thirdParties is written by tools/notices.
//
//go:embed third_party_notices.txt
var thirdParties string

func newLicenses(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "licenses",
		Short: "Print the notices of third parties whose code is in the program",
		Long: `Licenses prints whose code is in this program besides its own, or in the web app that
it serves, in which version, and under which license.

Exit status: 0 always.`,
		Example: `  nonogram licenses`,
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := a.out.Write([]byte(thirdParties))
			return err
		},
	}
}
