package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// What deploy/ says about the program is true: the flags exist, and systemd takes the unit
// for what it should be.
func TestUnit(t *testing.T) {
	data, err := os.ReadFile("../../deploy/nonogram.service")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^ExecStart=/usr/bin/nonogram serve (.*) \$NONOGRAM_FLAGS$`).FindSubmatch(data)
	if m == nil {
		t.Fatal("the unit does not start nonogram serve")
	}
	if err := newServe(newApp()).ParseFlags(strings.Fields(string(m[1]))); err != nil {
		t.Error(err)
	}
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("there is no systemd-analyze here")
	}
	program, err := os.Executable() // the unit's own need not be installed
	if err != nil {
		t.Fatal(err)
	}
	unit := filepath.Join(t.TempDir(), "nonogram.service")
	if err := os.WriteFile(unit, []byte(strings.ReplaceAll(string(data), "/usr/bin/nonogram", program)), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(analyze, "verify", "--man=no", unit).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("systemd-analyze verify: %v\n%s", err, out)
	}
	// Exposure is from 0 to 100; a service without any protection has 96.
	if out, err := exec.Command(analyze, "security", "--offline=true", "--threshold=15", unit).CombinedOutput(); err != nil {
		t.Errorf("systemd-analyze security: %v\n%s", err, out)
	}
}

// The arguments of the containers are commands with flags that exist.
func TestManifests(t *testing.T) {
	data, err := os.ReadFile("../../deploy/kubernetes/workers.yaml")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^ *args: \[(.*)\]$`).FindAllSubmatch(data, -1)
	if len(found) != 2 {
		t.Fatalf("%d lists of arguments, expected 2", len(found))
	}
	for _, m := range found {
		args := strings.Split(strings.ReplaceAll(string(m[1]), `"`, ""), ", ")
		cmd, rest, err := newRoot(newApp()).Find(args)
		if err == nil {
			err = cmd.ParseFlags(rest)
		}
		if err != nil {
			t.Errorf("%q: %v", args, err)
		}
	}
}

// The manifests are what the Kubernetes API takes, by its own types, and the check refuses
// what it does not take. The types are those of testdata/manifests, a module of its own.
func TestManifestsAreOfTheAPI(t *testing.T) {
	manifests := filepath.Join("testdata", "manifests")
	if out, err := inFolder(manifests, "go", "mod", "download"); err != nil {
		t.Skipf("the types of the API cannot be fetched: %v\n%s", err, out)
	}
	program := filepath.Join(t.TempDir(), "manifests")
	if out, err := inFolder(manifests, "go", "build", "-o", program, "."); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	files, err := filepath.Glob("../../deploy/kubernetes/*.yaml")
	if err != nil || len(files) != 2 {
		t.Fatalf("found %q (%v), expected two manifests", files, err)
	}
	if out, err := exec.Command(program, files...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	data, err := os.ReadFile("../../deploy/kubernetes/workers.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ was, is, want string }{
		{"replicas:", "replica:", `unknown field "replica"`},
		{"  replicas: ", "  replicas: x", "cannot unmarshal"},
		{"memory: ", "memory: 1 or ", "quantities must match"},
		{"kind: Deployment", "kind: Deploiment", "none of the kinds"},
		{"app: nonogram-workers", "app: others", "asks for app: others"},
	} {
		bad := filepath.Join(t.TempDir(), "bad.yaml")
		text := strings.Replace(string(data), c.was, c.is, 1)
		if text == string(data) {
			t.Errorf("there is no %q", c.was)
		}
		if err := os.WriteFile(bad, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(program, bad).CombinedOutput(); err == nil || !strings.Contains(string(out), c.want) {
			t.Errorf("%q instead of %q: %v\n%s", c.is, c.was, err, out)
		}
	}
}

func inFolder(dir, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	return cmd.CombinedOutput()
}

// The queue of the cluster is as closed as the workers, and its version is the tested one.
func TestQueueIsClosed(t *testing.T) {
	data, err := os.ReadFile("../../deploy/kubernetes/nats.yaml")
	if err != nil {
		t.Fatal(err)
	}
	module, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	version := regexp.MustCompile(`nats-io/nats-server/v2 v(\S+)`).FindSubmatch(module)
	for _, want := range []string{
		"image: nats:" + string(version[1]) + "-alpine", "http: 127.0.0.1:8222", "runAsNonRoot: true", "readOnlyRootFilesystem: true",
		"drop: [ALL]", "allowPrivilegeEscalation: false", "nonogram-queue: client",
	} {
		if !strings.Contains(string(data), want) {
			t.Errorf("nats.yaml has no %q", want)
		}
	}
	if strings.Contains(string(data), "port: 8222") {
		t.Error("the monitor is open to the network")
	}
	workers, err := os.ReadFile("../../deploy/kubernetes/workers.yaml")
	if err != nil {
		t.Fatal(err)
	}
	images := regexp.MustCompile(`image: (\S+)`).FindAllSubmatch(append(data, workers...), -1)
	for _, image := range images {
		if !regexp.MustCompile(`:\d+\.\d+\.\d+`).Match(image[1]) {
			t.Errorf("the image %s has no exact version", image[1])
		}
	}
	if len(images) != 3 {
		t.Errorf("found %d images, expected 3", len(images))
	}
}

// The script of the cluster starts three servers and workers by one command, and stops them.
func TestClusterScript(t *testing.T) {
	for _, name := range []string{"sh", "nats-server"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip(err)
		}
	}
	script, err := filepath.Abs("../../deploy/cluster.sh")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	port := freeCluster(t)
	cmd := exec.Command("sh", script, filepath.Join(dir, "cluster"), "1")
	cmd.Env = append(os.Environ(), fmt.Sprint("NONOGRAM_CLUSTER_PORT=", port))
	var out processOutput
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	defer func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		<-ended
		for i := range 3 {
			if c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port+i)); err == nil {
				c.Close()
				t.Errorf("server %d is left", i)
			}
		}
	}()
	url := regexp.MustCompile(`export NATS_URL=(nats://\S+)`)
	awaitThat(t, "the cluster is there", func() bool { return url.MatchString(out.String()) })
	if err := os.WriteFile(filepath.Join(dir, "p.txt"), []byte("$1\n1\n1\n2\n0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	where := url.FindStringSubmatch(out.String())[1]
	startProgram(t, dir, nil, "batch", "submit", "--nats", where, "--name", "monday", "p.txt").wait(t, time.Minute, 0, "")
	results := startProgram(t, dir, nil, "batch", "results", "--nats", where, "--wait", "monday")
	results.wait(t, time.Minute, 0, "")
	if !strings.Contains(results.out.String(), `"solutions":1`) {
		t.Errorf("results %s", &results.out)
	}
}

// freeCluster returns a port such that those that the script uses are free.
func freeCluster(t *testing.T) int {
	t.Helper()
	for port := 21000; port < 30000; port += 10 {
		free := true
		for i := range 3 {
			for _, p := range []int{port + i, port + 2000 + i} {
				l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", p))
				if free = free && err == nil; err == nil {
					l.Close()
				}
			}
		}
		if free {
			return port
		}
	}
	t.Fatal("no free ports")
	return 0
}
