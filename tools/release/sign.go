package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A release is signed by signing its checksums, with a key of OpenSSH: everyone who has ssh can
// check it, and many have a key.

const (
	// signature is the signature of the checksums.
	signature = sums + ".sig"
	// signers is the file with the public key, as ssh-keygen -Y verify reads it.
	signers = "allowed_signers"
	// signedFor is the namespace of signatures, so that one for another purpose does not count.
	signedFor = "nonogram-release"
	// signer is the name of the key's owner in signers.
	signer = "nonogram"
)

// sign signs the checksums of a folder with a private key, which is made if it is missing. The
// files of an earlier signature are replaced.
func sign(folder, key string) error {
	if _, err := os.Stat(filepath.Join(folder, sums)); err != nil {
		return fmt.Errorf("%w; expected a folder of release build", err)
	}
	if _, err := os.Stat(key); errors.Is(err, fs.ErrNotExist) {
		if err := sshKeygen("-q", "-t", "ed25519", "-N", "", "-C", signer, "-f", key); err != nil {
			return err
		}
		fmt.Printf("%s is a new key: keep it secret, and publish %s.pub\n", key, key)
	} else if err != nil {
		return err
	}
	public, err := output("ssh-keygen", "-y", "-f", key)
	if err != nil {
		return err
	}
	for _, name := range []string{signature, signers} {
		if err := os.Remove(filepath.Join(folder, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := sshKeygen("-q", "-Y", "sign", "-f", key, "-n", signedFor, filepath.Join(folder, sums)); err != nil {
		return err
	}
	line := fmt.Sprintf("%s namespaces=%q %s\n", signer, signedFor, public)
	return os.WriteFile(filepath.Join(folder, signers), []byte(line), 0o644)
}

// verify checks the signature of a folder's checksums by a file of trusted keys, and every
// file by its checksum.
func verify(folder, trusted string) error {
	content, err := os.ReadFile(filepath.Join(folder, sums))
	if err != nil {
		return err
	}
	cmd := exec.Command("ssh-keygen", "-Y", "verify", "-f", trusted, "-I", signer, "-n", signedFor, "-s", filepath.Join(folder, signature))
	cmd.Stdin = strings.NewReader(string(content))
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: the signature is not by a key of %s: %w: %s", folder, trusted, err, out)
	}
	for line := range strings.Lines(string(content)) {
		want, name, ok := strings.Cut(strings.TrimSpace(line), "  ")
		if !ok || name != filepath.Base(name) {
			return fmt.Errorf("%s: found %q, expected a checksum and a name", sums, line)
		}
		got, err := sumOf(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		if got != want {
			return fmt.Errorf("%s is not the file that was signed", name)
		}
	}
	return nil
}

func sshKeygen(args ...string) error {
	if out, err := exec.Command("ssh-keygen", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("ssh-keygen: %w: %s", err, out)
	}
	return nil
}
