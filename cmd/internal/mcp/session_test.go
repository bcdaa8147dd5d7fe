package mcp_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"nonogram/cmd/internal/mcp"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/all"
)

// withFiles returns a client of a server with a folder, and the folder.
func withFiles(t *testing.T) (*sdk.ClientSession, string) {
	t.Helper()
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	s := mcp.New("", all.Service(operations.Limits{}), all.Operations())
	s.Files(root)
	return dial(t, s, nil, ""), dir
}

// A session of an assistant: it reads a file, solves it, asks for a hint, shows it, saves
// the drawing and scans it.
func TestSession(t *testing.T) {
	session, dir := withFiles(t)
	if err := os.WriteFile(filepath.Join(dir, "heart.txt"), []byte("rows: 1 1, 5, 5, 3, 1\ncolumns: 2, 4, 4, 4, 2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct{ tool, arguments, want string }{
		{"decode", `{"file":"heart.txt"}`, `"read_as":"plain`},
		{"solve", `{"file":"heart.txt"}`, `"status":"unique"`},
		{"hint", `{"file":"heart.txt","grade":4}`, `"technique"`},
		{"render", `{"pack":"17","as":"png","cell":32,"save":"page.png"}`, `"saved":"page.png"`},
		{"scan", `{"file":"page.png"}`, `"status":"unique"`},
		{"convert", `{"file":"heart.txt","to":"non","save":"heart.non"}`, `"saved":"heart.non"`},
		{"solve", `{"file":"heart.non"}`, `"status":"unique"`},
	} {
		text, result := call(t, session, step.tool, step.arguments)
		if result.IsError || !strings.Contains(text, step.want) {
			t.Errorf("%s %s: %.300s, expected %s", step.tool, step.arguments, text, step.want)
		}
	}
	result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "render", Arguments: json.RawMessage(`{"file":"heart.txt","as":"png"}`)})
	if err != nil {
		t.Fatal(err)
	}
	text := result.Content[0].(*sdk.TextContent).Text
	image, ok := result.Content[len(result.Content)-1].(*sdk.ImageContent)
	if !ok || image.MIMEType != "image/png" || strings.Contains(text, "data") {
		t.Fatalf("a picture is %.200s, expected image content", text)
	}
	if _, err := png.Decode(bytes.NewReader(image.Data)); err != nil {
		t.Error(err)
	}
}

// No path leaves the folder.
func TestFilesStayInTheFolder(t *testing.T) {
	session, dir := withFiles(t)
	outside := filepath.Join(t.TempDir(), "secret.txt")
	if err := os.WriteFile(outside, []byte("rows: 1\ncolumns: 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "link.txt")); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink(filepath.Dir(outside), filepath.Join(dir, "folder")); err != nil {
		t.Fatal(err)
	}
	up, err := filepath.Rel(dir, outside)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{up, "./" + up, "sub/../" + up, outside, "link.txt", "folder/secret.txt", "folder/new.txt", "/etc/hostname", ".."} {
		for tool, arguments := range map[string]string{
			"solve":  fmt.Sprintf(`{"file":%q}`, name),
			"render": fmt.Sprintf(`{"pack":"heart","as":"text","save":%q}`, name),
		} {
			if text, result := call(t, session, tool, arguments); !result.IsError || tool == "solve" && !strings.Contains(text, "--files") {
				t.Errorf("%s %s: %.200s", tool, arguments, text)
			}
		}
	}
	if got, err := os.ReadFile(outside); err != nil || string(got) != "rows: 1\ncolumns: 1\n" {
		t.Errorf("the file outside is %q now (%v)", got, err)
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(outside), "new.txt")); err == nil {
		t.Error("a file was written outside")
	}
}

// Without the option there are no files.
func TestNoFiles(t *testing.T) {
	session := connect(t, operations.Limits{}, nil)
	if text, result := call(t, session, "solve", `{"file":"a.non"}`); !result.IsError || !strings.Contains(text, "file") {
		t.Errorf("answered %s", text)
	}
}

// A long result is cut, and its parts make the whole.
func TestMore(t *testing.T) {
	session := connect(t, operations.Limits{}, nil)
	result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "convert", Arguments: json.RawMessage(`{"puzzle":{"goal":["` + strings.Repeat(strings.Repeat("#.", 100)+`","`, 99) + strings.Repeat("#.", 100) + `"]},"to":"webpbn"}`)})
	if err != nil {
		t.Fatal(err)
	}
	text := result.Content[0].(*sdk.TextContent).Text
	if len(result.Content) != 2 || result.StructuredContent != nil {
		t.Fatalf("a result of %d bytes has %d parts, expected a cut one", len(text), len(result.Content))
	}
	for offset := len(text); ; {
		part, more := call(t, session, "more", fmt.Sprintf(`{"result":1,"offset":%d}`, offset))
		if more.IsError {
			t.Fatal(part)
		}
		text += part
		offset = len(text)
		if json.Valid([]byte(text)) {
			break
		}
	}
	for _, wrong := range []string{`{"result":2,"offset":0}`, `{"result":1,"offset":99999999}`, `{"result":1,"offset":-1}`} {
		if text, result := call(t, session, "more", wrong); !result.IsError {
			t.Errorf("%s: %.100s", wrong, text)
		}
	}
}

// What is saved is a new regular file with the extension of its content and a name without a
// dot in front, unless the call says that it may replace a file.
func TestSavingIsCareful(t *testing.T) {
	session, dir := withFiles(t)
	if err := os.MkdirAll(filepath.Join(dir, ".git", "hooks"), 0o700); err != nil {
		t.Fatal(err)
	}
	save := func(more string) (string, bool) {
		text, result := call(t, session, "convert", `{"pack":"heart","to":"non",`+more+`}`)
		return text, !result.IsError
	}
	for _, c := range []struct {
		more, want string
		ok         bool
	}{
		{`"save":".git/hooks/pre-commit.non"`, "begins with a dot", false},
		{`"save":".hidden.non"`, "begins with a dot", false},
		{`"save":"pre-commit"`, "ends with .non", false},
		{`"save":"a.sh"`, "ends with .non", false},
		{`"save":"a.non"`, "saved", true},
		{`"save":"a.non"`, "overwrite: true", false},
		{`"save":"a.non","overwrite":1`, "true or false", false},
		{`"save":"a.non","overwrite":true`, "saved", true},
	} {
		if text, ok := save(c.more); ok != c.ok || !strings.Contains(text, c.want) {
			t.Errorf("%s: %v %s, expected %s", c.more, ok, text, c.want)
		}
	}
	left, err := filepath.Glob(filepath.Join(dir, "nonogram-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("%v are left, %v", left, err)
	}
}

// A book is a resource.
func TestBookIsAResource(t *testing.T) {
	session, _ := withFiles(t)
	result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "render", Arguments: json.RawMessage(`{"pack":"heart","as":"pdf"}`)})
	if err != nil || len(result.Content) != 2 {
		t.Fatalf("%v, %v", result, err)
	}
	book, ok := result.Content[1].(*sdk.EmbeddedResource)
	if !ok || book.Resource.MIMEType != "application/pdf" || !strings.HasPrefix(string(book.Resource.Blob), "%PDF") {
		t.Errorf("found %T", result.Content[1])
	}
	if text := result.Content[0].(*sdk.TextContent).Text; len(text) > 500 {
		t.Errorf("the text has %d bytes", len(text))
	}
}
