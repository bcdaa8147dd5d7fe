//go:build unix

package batch

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Nothing listens beyond loopback unless it was asked for, and the folder with the
// token is for its owner alone.
func TestLoopbackOnly(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "queue")
	q := open(t, dir)
	a, err := readAddress(dir)
	if err != nil {
		t.Fatal(err)
	}
	name, _, err := net.SplitHostPort(a.Address)
	if err != nil || !net.ParseIP(name).IsLoopback() || !q.Hosting() {
		t.Errorf("listens at %s, %v", a.Address, err)
	}
	if ip := q.host.server.Addr().(*net.TCPAddr).IP; !ip.IsLoopback() {
		t.Errorf("really listens at %v", ip)
	}
	for path, want := range map[string]os.FileMode{dir: 0o700, filepath.Join(dir, addressFile): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
}

// Without the token there is no way in.
func TestToken(t *testing.T) {
	dir := t.TempDir()
	open(t, dir)
	a, err := readAddress(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), Config{URL: "nats://" + a.Address}); err == nil || !strings.Contains(err.Error(), "refuses the user, token") {
		t.Errorf("without the token: %v", err)
	}
	q, err := Open(t.Context(), Config{URL: "nats://" + a.Token + "@" + a.Address})
	if err != nil {
		t.Fatal(err)
	}
	q.Close()
}

func TestURLNamesTheMachine(t *testing.T) {
	q, err := Open(t.Context(), Config{Dir: t.TempDir(), Listen: "127.0.0.1:-1"})
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	if url := q.URL(); !strings.HasPrefix(url, "nats://") || !strings.Contains(url, "@127.0.0.1:") {
		t.Error(url)
	}
	if got := local("0.0.0.0:4222"); got != "127.0.0.1:4222" {
		t.Error(got)
	}
	if got := local("[::]:4222"); got != "127.0.0.1:4222" {
		t.Error(got)
	}
	q.host.listen = "0.0.0.0:4222"
	if machine, err := os.Hostname(); err == nil && !strings.HasSuffix(q.URL(), "@"+machine+":4222") {
		t.Error(q.URL())
	}
}
