package server

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// What /metrics says of the process and of Go, under the names that Prometheus' own
// client gives it. Linux tells of a process in files (proc_pid_stat(5)); elsewhere these
// lines are left out.

// writeProcess writes the families of the process.
func writeProcess(w io.Writer) {
	gauge := func(kind, name, help string, value float64) {
		head(w, kind, name, help)
		fmt.Fprintf(w, "%s %s\n", name, strconv.FormatFloat(value, 'f', -1, 64))
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	gauge("gauge", "go_goroutines", "Goroutines that there are.", float64(runtime.NumGoroutine()))
	gauge("gauge", "go_memstats_heap_alloc_bytes", "Bytes of objects on the heap.", float64(m.HeapAlloc))
	gauge("gauge", "go_memstats_heap_inuse_bytes", "Bytes of the heap that hold objects.", float64(m.HeapInuse))
	gauge("gauge", "go_memstats_sys_bytes", "Bytes that Go has from the system.", float64(m.Sys))
	gauge("counter", "go_memstats_alloc_bytes_total", "Bytes of all objects ever made.", float64(m.TotalAlloc))
	gauge("counter", "go_memstats_gc_total", "Collections of garbage.", float64(m.NumGC))
	data, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return
	}
	// Behind the name, which may have anything in it, the third field comes first.
	fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
	if len(fields) < 22 {
		return
	}
	number := func(field int) float64 {
		n, _ := strconv.ParseFloat(fields[field-3], 64)
		return n
	}
	const ticks = 100 // a second, on every system that Go runs on
	gauge("counter", "process_cpu_seconds_total", "Seconds of the processor.", (number(14)+number(15))/ticks)
	gauge("gauge", "process_virtual_memory_bytes", "Bytes of addresses.", number(23))
	gauge("gauge", "process_resident_memory_bytes", "Bytes in memory.", number(24)*float64(os.Getpagesize()))
	if files, err := os.ReadDir("/proc/self/fd"); err == nil {
		gauge("gauge", "process_open_fds", "Files that are open.", float64(len(files)))
	}
}
