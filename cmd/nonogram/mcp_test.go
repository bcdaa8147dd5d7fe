package main

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// The program speaks the protocol over its standard streams, with the SDK's own client
// at the other end, and ends when the client is done.
func TestMCP(t *testing.T) {
	program, err := exec.LookPath("nonogram")
	if err != nil {
		t.Fatal(err)
	}
	var complaints strings.Builder
	cmd := exec.Command(program, "mcp")
	cmd.Stderr = &complaints
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), &sdk.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "solve", Arguments: json.RawMessage(`{"pack":"heart"}`)})
	if err != nil {
		t.Fatal(err)
	}
	printed := strings.TrimSpace(commandOutput(t, "solve", "--json", "@heart"))
	if got := result.Content[0].(*sdk.TextContent).Text; timeless(got) != timeless(printed) {
		t.Errorf("the tool answers %s\nthe command prints %s", got, printed)
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
	if cmd.ProcessState == nil || !cmd.ProcessState.Success() || complaints.Len() > 0 {
		t.Errorf("the process ended with %v, and said %q", cmd.ProcessState, complaints.String())
	}
}
