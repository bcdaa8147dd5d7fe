package hunt

import (
	"flag"
	"os"
	"testing"

	"pgregory.net/rapid"
)

// The tests of this package never leave anything to chance by themselves: rapid,
// which would begin anywhere, begins at a fixed seed unless the command line says
// otherwise.
func TestMain(m *testing.M) {
	for name, value := range map[string]string{"rapid.seed": "1", "rapid.checks": "500"} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	flag.Parse() // what the command line says comes later and wins
	os.Exit(m.Run())
}

// drawn lets rapid make the choices, so that it can shrink them.
type drawn struct{ t *rapid.T }

func (d drawn) IntN(n int) int { return rapid.IntRange(0, n-1).Draw(d.t, "choice") }
