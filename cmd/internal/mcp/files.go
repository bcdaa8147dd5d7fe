package mcp

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/schema"
)

// Files of a folder as arguments and results. "file" names a file to read in place of text,
// data or image_file, and "save" one to write the drawing, the file or the answer to. An
// [os.Root] keeps both inside the folder: a path with "..", an absolute path or a link that
// leaves it is an error. Files are regular ones. What is written comes from puzzles that may
// be hostile, so a name begins with no dot and has the extension of the content, and an
// existing file is replaced only with "overwrite".

// maxFile bounds the files that are read.
const maxFile = 16 << 20

// folder is the folder of the option --files.
type folder struct{ root *os.Root }

// describe adds the members file and save to the schema of a tool.
func (f *folder) describe(o operations.Operation, s *schema.Schema) {
	if s.Properties == nil {
		return
	}
	if f.member(o) != "" {
		s.Properties["file"] = &schema.Schema{Type: "string", Description: "A file of the folder to read"}
	}
	s.Properties["save"] = &schema.Schema{Type: "string", Description: "A file of the folder to write the result to"}
	s.Properties["overwrite"] = &schema.Schema{Type: "boolean", Description: "Let save replace a file"}
}

// member is the argument that holds the bytes of a file, "" if a tool takes none.
func (f *folder) member(o operations.Operation) string {
	for _, name := range []string{"image_file", "data"} {
		if schema.Has(o.Request, name) {
			return name
		}
	}
	return ""
}

// target is where to save a result.
type target struct {
	name      string // "" for nowhere
	overwrite bool
}

// open replaces file by its bytes and returns where to save the result.
func (f *folder) open(o operations.Operation, arguments []byte) (request []byte, save target, err error) {
	var members map[string]json.RawMessage
	if json.Unmarshal(arguments, &members) != nil {
		return arguments, save, nil // the operation reports it
	}
	if value, ok := members["overwrite"]; ok {
		if json.Unmarshal(value, &save.overwrite) != nil {
			return nil, save, operations.Errorf(operations.BadRequest, "overwrite", "found %.40s, expected true or false", value)
		}
		delete(members, "overwrite")
	}
	names := map[string]string{}
	for _, name := range []string{"file", "save"} {
		value, ok := members[name]
		if !ok {
			continue
		}
		var text string
		if err := json.Unmarshal(value, &text); err != nil || text == "" {
			return nil, save, operations.Errorf(operations.BadRequest, name, "found %.40s, expected the name of a file", value)
		}
		names[name] = text
		delete(members, name)
	}
	if name, ok := names["file"]; ok {
		data, err := f.read(name)
		if err != nil {
			return nil, save, operations.Errorf(operations.BadRequest, "file", "%v", err)
		}
		into := f.member(o)
		if into == "" {
			return nil, save, operations.Errorf(operations.BadRequest, "file", "this tool reads no file")
		}
		members[into], _ = json.Marshal(data) // bytes cannot fail
		if into == "data" && members["filename"] == nil {
			members["filename"], _ = json.Marshal(path.Base(name))
		}
	}
	save.name = names["save"]
	if slices.ContainsFunc(strings.FieldsFunc(save.name, isSeparator), func(part string) bool { return part[0] == '.' && part != ".." }) {
		return nil, save, operations.Errorf(operations.BadRequest, "save", "found %.80q, expected a name without a part that begins with a dot", save.name)
	}
	request, err = json.Marshal(members)
	return request, save, err
}

func isSeparator(r rune) bool { return r == '/' || r == filepath.Separator }

func (f *folder) read(name string) ([]byte, error) {
	file, err := f.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe would block
	if err != nil {
		return nil, outside(name, err)
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", name)
	}
	data, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = fmt.Errorf("%s is over the limit of %d bytes", name, maxFile)
	}
	return data, err
}

// save writes the drawing or the file of an answer, or else the answer itself.
func (f *folder) save(to target, answer []byte) error {
	var result struct {
		Text      string `json:"text"`
		Data      []byte `json:"data"`
		Extension string `json:"extension"`
	}
	content, extension := answer, ".json"
	if json.Unmarshal(answer, &result) == nil {
		switch {
		case len(result.Data) > 0:
			content, extension = result.Data, result.Extension
		case result.Text != "":
			content, extension = []byte(result.Text), result.Extension
		}
	}
	if !strings.EqualFold(path.Ext(to.name), extension) {
		return operations.Errorf(operations.BadRequest, "save", "found %.80q, expected a name that ends with %s", to.name, extension)
	}
	if err := f.write(to, content); err != nil {
		return operations.Errorf(operations.BadRequest, "save", "%v", outside(to.name, err))
	}
	return nil
}

// write writes a new file under another name first, so that an old one stays whole if that
// fails.
func (f *folder) write(to target, content []byte) error {
	switch info, err := f.root.Lstat(to.name); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a regular file", to.name)
	case !to.overwrite:
		return fmt.Errorf("%s exists; expected another name, or overwrite: true", to.name)
	}
	unfinished := path.Join(path.Dir(to.name), "nonogram-"+rand.Text())
	file, err := f.root.OpenFile(unfinished, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	err = errors.Join(err, file.Close())
	switch {
	case err == nil && to.overwrite:
		err = f.root.Rename(unfinished, to.name)
	case err == nil:
		err = f.root.Link(unfinished, to.name) // fails if there is one now
	}
	if err != nil || !to.overwrite {
		err = errors.Join(err, f.root.Remove(unfinished))
	}
	return err
}

// outside shortens the error of a root.
func outside(name string, err error) error {
	var at *os.PathError
	if errors.As(err, &at) {
		return fmt.Errorf("cannot open %s in the folder of --files: %w", name, at.Err)
	}
	return err
}

// attachment returns the picture or the book of an answer as content of its own, and the
// answer without it.
func attachment(answer []byte) (attached sdk.Content, rest []byte) {
	var drawn struct {
		MediaType string `json:"media_type"`
		Extension string `json:"extension"`
		Data      []byte `json:"data"`
	}
	var members map[string]json.RawMessage
	if !bytes.Contains(answer, []byte(`"media_type"`)) || json.Unmarshal(answer, &drawn) != nil || json.Unmarshal(answer, &members) != nil {
		return nil, answer
	}
	switch {
	case len(drawn.Data) == 0:
		return nil, answer
	case drawn.MediaType == "image/png":
		attached = &sdk.ImageContent{Data: drawn.Data, MIMEType: drawn.MediaType}
	default:
		attached = &sdk.EmbeddedResource{Resource: &sdk.ResourceContents{URI: "nonogram:///drawing" + drawn.Extension, MIMEType: drawn.MediaType, Blob: drawn.Data}}
	}
	delete(members, "data")
	rest, _ = json.Marshal(members) // it was JSON before
	return attached, rest
}
