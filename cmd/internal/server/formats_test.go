package server

import (
	"net/http"
	"testing"

	"nonogram/format"
)

// Every format survives a round trip over HTTP, with the same clues and colors.
func TestFormatsThereAndBack(t *testing.T) {
	const colored = "toadstool"
	s := newTester(t, Config{})
	for _, f := range format.All() {
		if !f.Writes() {
			continue
		}
		for _, pack := range []string{"heart", "cat", "invader", colored} {
			if pack == colored && !f.Colored() {
				continue
			}
			written := s.post("convert", map[string]any{"pack": pack, "to": f.Name, "lossy": true})
			s.want(written, http.StatusOK, "")
			request := map[string]any{"format": f.Name}
			for _, member := range []string{"text", "data"} {
				if value := written.field(member); value != nil {
					request[member] = value
				}
			}
			if _, text := request["text"]; text == f.Binary {
				t.Errorf("%s: binary %v, but there is a text %v", f.Name, f.Binary, text)
			}
			back := s.post("decode", request)
			s.want(back, http.StatusOK, "")
			there, here := s.described(map[string]any{"pack": pack}), s.described(request)
			if there != here || there == "" {
				t.Errorf("%s came back from %s as %s, expected %s", pack, f.Name, here, there)
			}
		}
	}
}

// described is the hash of a puzzle, which is that of its clues.
func (s *tester) described(request map[string]any) string {
	hash, _ := s.post("describe", request).field("hash").(string)
	return hash
}
