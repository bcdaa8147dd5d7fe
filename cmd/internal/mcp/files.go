package mcp

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"

	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/schema"
)

// Files of a folder as arguments and results. "file" names a file to read in place of text,
// data or image_file, and "save" one to write the drawing, the file or the answer to. An
// [os.Root] keeps both inside the folder: a path with "..", an absolute path or a link that
// leaves it is an error.

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

// open replaces file by its bytes and returns the name of the file to save, if any.
func (f *folder) open(o operations.Operation, arguments []byte) (request []byte, save string, err error) {
	var members map[string]json.RawMessage
	if json.Unmarshal(arguments, &members) != nil {
		return arguments, "", nil // the operation reports it
	}
	names := map[string]string{}
	for _, name := range []string{"file", "save"} {
		value, ok := members[name]
		if !ok {
			continue
		}
		var text string
		if err := json.Unmarshal(value, &text); err != nil || text == "" {
			return nil, "", operations.Errorf(operations.BadRequest, name, "found %.40s, expected the name of a file", value)
		}
		names[name] = text
		delete(members, name)
	}
	if name, ok := names["file"]; ok {
		data, err := f.read(name)
		if err != nil {
			return nil, "", operations.Errorf(operations.BadRequest, "file", "%v", err)
		}
		into := f.member(o)
		if into == "" {
			return nil, "", operations.Errorf(operations.BadRequest, "file", "this tool reads no file")
		}
		members[into], _ = json.Marshal(data) // bytes cannot fail
		if into == "data" && members["filename"] == nil {
			members["filename"], _ = json.Marshal(path.Base(name))
		}
	}
	request, err = json.Marshal(members)
	return request, names["save"], err
}

func (f *folder) read(name string) ([]byte, error) {
	file, err := f.root.Open(name)
	if err != nil {
		return nil, outside(name, err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = fmt.Errorf("%s is over the limit of %d bytes", name, maxFile)
	}
	return data, err
}

// save writes the drawing or the file of an answer, or else the answer itself.
func (f *folder) save(name string, answer []byte) error {
	var result struct {
		Text string `json:"text"`
		Data []byte `json:"data"`
	}
	content := answer
	if json.Unmarshal(answer, &result) == nil {
		switch {
		case len(result.Data) > 0:
			content = result.Data
		case result.Text != "":
			content = []byte(result.Text)
		}
	}
	if err := f.root.WriteFile(name, content, 0o644); err != nil {
		return operations.Errorf(operations.BadRequest, "save", "%v", outside(name, err))
	}
	return nil
}

// outside shortens the error of a root.
func outside(name string, err error) error {
	var at *os.PathError
	if errors.As(err, &at) {
		return fmt.Errorf("cannot open %s in the folder of --files: %w", name, at.Err)
	}
	return err
}

// picture returns the image of an answer and the answer without it.
func picture(answer []byte) (image []byte, media string, rest []byte) {
	var members map[string]json.RawMessage
	if !bytes.Contains(answer, []byte(`"image/png"`)) || json.Unmarshal(answer, &members) != nil {
		return nil, "", answer
	}
	var text string
	if json.Unmarshal(members["media_type"], &media) != nil || media != "image/png" || json.Unmarshal(members["data"], &text) != nil {
		return nil, "", answer
	}
	image, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, "", answer
	}
	delete(members, "data")
	rest, _ = json.Marshal(members) // it was JSON before
	return image, media, rest
}
