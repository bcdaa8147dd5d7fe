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
	cmd := newCommand("licenses")
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(*cobra.Command, []string) error {
		_, err := a.out.Write([]byte(thirdParties))
		return err
	}
	return cmd
}
