//go:build linux

package batch

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"log/slog"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A disk that is full while a job runs, and then is not: all goes on by itself. The disk
// is a small file system in memory, which takes root to mount; elsewhere only the layer
// of TestEveryRequestFails stands in for it.
func TestDiskFull(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, roomy); err != nil {
		t.Skipf("NOT TESTED with a full disk: cannot mount one here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	refused := listenFor(fullMessage)
	defer func() {
		if n := refused.warnings.Load(); n != 1 {
			t.Errorf("%d warnings, want one", n)
		}
	}()
	q, err := Open(t.Context(), Config{Dir: filepath.Join(dir, "queue"), AckWait: testAckWait, Log: slog.New(refused)})
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	const count = 400
	job := lifeJob("full")
	full := func(items iter.Seq[Sized]) iter.Seq[Sized] {
		return func(yield func(Sized) bool) {
			n := 0
			for it := range items {
				if n++; n == count/2 {
					refused.armed.Store(true)
					fill(t, dir)
				}
				if !yield(it) {
					return
				}
			}
		}
	}
	if err := q.Begin(ctx, job); err != nil {
		t.Fatal(err)
	}
	sent := make(chan error, 1)
	go func() {
		j := *job
		sent <- q.Submit(ctx, &j, full(boards(panics{}, count, 8)), 5, nil)
	}()
	worked := make(chan error, 1)
	working, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		worked <- (&Workers{Queue: q, N: 2, Kinds: Kinds(), Version: testVersion, Only: job.ID}).Run(working)
	}()
	select {
	case <-refused.told:
	case err := <-sent:
		t.Fatalf("sent on a full disk, %v", err)
	case <-ctx.Done():
		t.Fatal("nobody has noticed that the disk is full")
	}
	resize(t, dir, roomy)
	var got bytes.Buffer
	if _, err := q.Output(ctx, &got, job, Kinds(), Order{Wait: true}); err != nil {
		t.Fatalf("after there is room again: %v", err)
	}
	stop()
	if err := <-sent; err != nil {
		t.Error(err)
	}
	if err := <-worked; err != nil {
		t.Error(err)
	}
	if want := direct(t, job, boards(t, count, 8)); !bytes.Equal(got.Bytes(), want) {
		t.Errorf("the output differs: %d bytes, want %d", got.Len(), len(want))
	}
}

// roomy is room for small jobs, and no more: nothing may be set aside for large ones.
const roomy = "size=64m"

// resize gives a file system in memory another size.
func resize(t *testing.T, dir, size string) {
	t.Helper()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, size); err != nil {
		t.Errorf("%s: %v", size, err)
	}
}

// fill makes a file system in memory no larger than its contents. It tries again while a
// writer adds to them: the kernel refuses a size below the space in use.
func fill(t *testing.T, dir string) {
	t.Helper()
	for {
		var s syscall.Statfs_t
		if err := syscall.Statfs(dir, &s); err != nil {
			t.Error(err)
			return
		}
		size := fmt.Sprintf("size=%d", (s.Blocks-s.Bfree)*uint64(s.Bsize))
		switch err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, size); err {
		case nil:
			return
		case syscall.EINVAL:
		default:
			t.Errorf("%s: %v", size, err)
			return
		}
	}
}
