//go:build freebsd && 386

package batch

import "errors"

// embedded is false where the module of the server does not compile, see [newHost].
const embedded = false

func startServer(_, _, _ string, _ serverLog) (messageServer, error) {
	return nil, errors.ErrUnsupported
}
