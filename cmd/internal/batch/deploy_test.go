//go:build unix && !(freebsd && 386)

package batch

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// The queue of deploy/kubernetes runs without Kubernetes: its configuration is that of the manifest,
// but for addresses and folders, and the server is that of the module, whose version the manifest has.

// manifestConfig returns nats.conf of the manifest.
func manifestConfig(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("../../../deploy/kubernetes/nats.yaml")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(data), "  nats.conf: |\n")
	text, _, ended := strings.Cut(rest, "\n---\n")
	if !found || !ended {
		t.Fatal("the manifest has no nats.conf")
	}
	return text
}

// certificate writes a certificate that is its own authority, as the manifest says to make one.
func certificate(t *testing.T, dir string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "nonogram-nats"}, NotAfter: time.Now().Add(time.Hour),
		DNSNames: []string{"nonogram-nats", "*.nonogram-nats"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
		IsCA:        true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{
		"tls.crt": {Type: "CERTIFICATE", Bytes: der}, "ca.crt": {Type: "CERTIFICATE", Bytes: der}, "tls.key": {Type: "PRIVATE KEY", Bytes: secret},
	} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestManifestOfTheQueue(t *testing.T) {
	dir := t.TempDir()
	certificate(t, dir)
	config := manifestConfig(t)
	const servers = 3
	ports := freePorts(t, 3*servers)
	var urls []string
	t.Setenv("NATS_PASSWORD", "p1234")
	for i := range servers {
		replace := []string{"/etc/nats-tls", dir, "/data", filepath.Join(dir, fmt.Sprint(i)), "$POD_NAME", fmt.Sprintf("nonogram-nats-%d", i)}
		for listen, port := range map[string]int{"0.0.0.0:4222": ports[i], "0.0.0.0:6222": ports[servers+i], "127.0.0.1:8222": ports[2*servers+i]} {
			replace = append(replace, listen, fmt.Sprintf("127.0.0.1:%d", port))
		}
		for k := range servers {
			replace = append(replace, fmt.Sprintf("nonogram-nats-%d.nonogram-nats:6222", k), fmt.Sprintf("127.0.0.1:%d", ports[servers+k]))
		}
		path := filepath.Join(dir, fmt.Sprintf("nats-%d.conf", i))
		if err := os.WriteFile(path, []byte(strings.NewReplacer(replace...).Replace(config)), 0o600); err != nil {
			t.Fatal(err)
		}
		options, err := server.ProcessConfigFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s, err := server.NewServer(options)
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		t.Cleanup(func() {
			s.Shutdown()
			s.WaitForShutdown()
		})
		urls = append(urls, fmt.Sprintf("nats://nonogram:p1234@127.0.0.1:%d", ports[i]))
	}
	ca := filepath.Join(dir, "ca.crt")
	q := connect(t, Config{URL: strings.Join(urls, ","), CA: ca, Log: testLog(t)})
	job := &Job{ID: "cluster", Kind: "solve", Version: testVersion}
	if err := q.Submit(t.Context(), job, boards(t, 6, 5), 2, nil); err != nil {
		t.Fatal(err)
	}
	drain(t, q, 1)
	if got, want := output(t, q, job.ID), direct(t, job, boards(t, 6, 5)); !bytes.Equal(got, want) {
		t.Errorf("got %d bytes, want %d", len(got), len(want))
	}
	if n := q.replicas(); n != servers {
		t.Errorf("messages are kept by %d servers, expected %d", n, servers)
	}
	// A client needs the certificate authority and the password.
	for what, c := range map[string]Config{
		"a client that does not know the authority": {URL: urls[0]},
		"a client with a wrong password":            {URL: strings.Replace(urls[0], "p1234", "p1235", 1), CA: ca},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), requestTimeout)
		c.Log = testLog(t)
		if other, err := Open(ctx, c); err == nil {
			other.Close()
			t.Errorf("%s gets in", what)
		}
		cancel()
	}
}
