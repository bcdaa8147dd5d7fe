//go:build unix && !(freebsd && 386)

package batch

import (
	"crypto/tls"
	"crypto/x509"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
)

// A server that asks for an nkey and for the certificate of its clients accepts those who have
// both, and nobody else.
func TestIdentity(t *testing.T) {
	dir := t.TempDir()
	certificate(t, dir)
	file := func(name string) string { return filepath.Join(dir, name) }
	pair, err := tls.LoadX509KeyPair(file("tls.crt"), file("tls.key"))
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(pair.Leaf)
	user, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	public, err := user.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	for name, key := range map[string]nkeys.KeyPair{"mine.nk": user, "other.nk": nil} {
		if key == nil {
			key, _ = nkeys.CreateUser()
		}
		seed, err := key.Seed()
		if err == nil {
			err = os.WriteFile(file(name), seed, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(file("empty.nk"), []byte("none\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: dir, NoSigs: true,
		Nkeys:     []*server.NkeyUser{{Nkey: public}},
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{pair}, ClientCAs: pool, ClientAuth: tls.RequireAndVerifyClientCert},
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(startTimeout) {
		t.Fatal("the server does not start")
	}
	full := Config{URL: "tls://" + s.Addr().String(), CA: file("ca.crt"), NKey: file("mine.nk"), Cert: file("tls.crt"), Key: file("tls.key"), Log: testLog(t)}
	for name, c := range map[string]struct {
		change func(*Config)
		want   string // in the error
	}{
		"both":           {func(*Config) {}, ""},
		"no certificate": {func(c *Config) { c.Cert, c.Key = "", "" }, "--tls-cert"},
		"no nkey":        {func(c *Config) { c.NKey = "" }, "refuses the user"},
		"another nkey":   {func(c *Config) { c.NKey = file("other.nk") }, "refuses the user"},
		"no seed":        {func(c *Config) { c.NKey = file("empty.nk") }, "no nkey seed found"},
	} {
		config := full
		c.change(&config)
		q, err := Open(t.Context(), config)
		if (err != nil) != (c.want != "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", name, err, c.want)
		}
		if err == nil {
			q.Close()
		}
	}
}
