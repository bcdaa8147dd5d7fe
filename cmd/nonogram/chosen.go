package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// chosen is the input of commands for a single puzzle, which may be one of several in a
// file.
type chosen struct {
	inputs
	id string
}

func (c *chosen) addFlags(cmd *cobra.Command) {
	c.inputs.addFlags(cmd)
	cmd.Flags().StringVar(&c.id, "id", "", "take the puzzle `ID` of a file that holds several")
}

// choose returns the puzzle: the only one, or the first with the id.
func (c *chosen) choose(a *app) (item, error) {
	for it := range c.items(a) {
		switch {
		case c.id != "" && it.id != c.id:
		case it.err != nil:
			return it, it.err
		case c.id == "" && !it.only:
			return it, usagef("this is for a single puzzle, and %s holds more; choose one with --id", it.file)
		default:
			return it, nil
		}
	}
	if c.id == "" {
		return item{}, fmt.Errorf("there is no puzzle in the input")
	}
	return item{}, fmt.Errorf("there is no puzzle %q in the input", c.id)
}
