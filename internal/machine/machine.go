// Package machine describes the machine of measurements, and has clocks for them.
package machine

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"

	"nonogram/internal/plural"
)

// Info describes a machine.
type Info struct {
	Processor string `json:"processor"`
	Cores     int    `json:"cores"`
	System    string `json:"system"` // as in linux/amd64
	Go        string `json:"go"`     // as in go1.26.8
}

// This describes the current machine.
func This() Info {
	return Info{Processor: processor(), Cores: runtime.NumCPU(), System: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version()}
}

// String formats the description as a line.
func (i Info) String() string {
	cores := "1 core"
	if i.Cores != 1 {
		cores = plural.Of(i.Cores, "core", "cores")
	}
	return fmt.Sprintf("%s, %s · %s %s", i.Processor, cores, i.Go, i.System)
}

// processor is the name of the CPU, if the system provides it.
func processor() string {
	if data, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if name, ok := modelName(string(data)); ok {
			return name
		}
	}
	if runtime.GOOS == "darwin" {
		if out, err := exec.Command("sysctl", "-n", "machdep.cpu.brand_string").Output(); err == nil {
			return strings.TrimSpace(string(out))
		}
	}
	if name := os.Getenv("PROCESSOR_IDENTIFIER"); name != "" { // Windows
		return name
	}
	return "unnamed processor"
}

// modelName finds the name in /proc/cpuinfo, which some processors lack.
func modelName(cpuinfo string) (string, bool) {
	for line := range strings.Lines(cpuinfo) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			name := strings.Join(strings.Fields(value), " ")
			name = strings.NewReplacer("(R)", "", "(TM)", "").Replace(name)
			return name, name != ""
		}
	}
	return "", false
}
