// Package housetest holds the rules of the repository as tests: imports, links, samples of
// the pages, and messages.
package housetest_test

import (
	"log"
	"os"
	"testing"
)

// TestMain runs the tests at the root of the repository.
func TestMain(m *testing.M) {
	if err := os.Chdir("../../.."); err != nil {
		log.Fatal(err)
	}
	os.Exit(m.Run())
}
