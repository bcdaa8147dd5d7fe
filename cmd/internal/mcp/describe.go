package mcp

import (
	"slices"
	"strings"

	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/schema"
)

// Descriptions and schemas of the tools. A client puts all of them into the context of its
// model, so they are short: the ways to give a puzzle are described once, in the
// instructions, and answers are not described.

// descriptions say when to use a tool and what it returns, with an example of arguments.
var descriptions = map[string]string{
	"solve":      `Use it to solve a puzzle or to learn whether its solution is unique. Returns status (unique, multiple, unsolvable, undecided) and grid. Example: {"puzzle":{"rows":[[1,1],[2]],"columns":[[2],[1],[1]]}}`,
	"count":      `Use it for the exact number of solutions, and for the cells that all of them share. Returns count as a string. Example: {"pack":"heart"}`,
	"rate":       `Use it for the difficulty of a puzzle for people. Returns score, level and the techniques. Example: {"pack":"heart"}`,
	"hint":       `Use it when a player is stuck: pass the puzzle and the player's state. Returns one step with its reason; grade 1 to 4 sets how much it gives away. Example: {"pack":"heart","state":[".#.#.","?????","?????","?????","?????"],"grade":4}`,
	"explain":    `Use it to teach a whole solution. Returns every step with its reason; long for large puzzles. Example: {"pack":"heart"}`,
	"check":      `Use it to find a player's mistakes. Pass the puzzle and the state; returns the wrong cells. Example: {"pack":"heart","state":["##.#.","?????","?????","?????","?????"]}`,
	"clues":      `Use it to make a puzzle from rows of a picture. Returns the puzzle with its clues. Example: {"grid":["#.#","##."]}`,
	"techniques": `Use it to look up the solving techniques that hints and ratings name. Example: {}`,
	"decode":     `Use it to read a file or a pasted text in any format. Returns the puzzles and how the text was read. Example: {"text":"rows: 1 1, 2\ncolumns: 2, 1, 1"}`,
	"convert":    `Use it to write a puzzle in another format. Returns the file as text, or as data in Base64. Example: {"pack":"heart","to":"non"}`,
	"formats":    `Use it to list the names of formats for convert and decode. Example: {}`,
	"puzzles":    `Use it to list the puzzles that come with the program, with size and difficulty. Example: {}`,
	"puzzle":     `Use it to get one puzzle of the pack with its clues. Example: {"name":"heart"}`,
	"render":     `Use it to show a puzzle: as text in the chat, as a png image, as svg, or many as a book (pdf, html). Example: {"pack":"heart","as":"png","goal":true}`,
	"scan":       `Use it to read a puzzle from a photograph or screenshot. Returns the puzzle, the doubtful numbers and a verdict. Example: {"image_file":"<Base64 of a PNG or JPEG>"}`,
	"generate":   `Use it to make new puzzles with one solution, by size and level. Example: {"kind":"puzzle","width":10,"height":10,"levels":["easy"],"seed":"1"}`,
	"repair":     `Use it when a picture has several solutions. Returns the picture with few cells changed, solvable without guessing. Example: {"puzzle":{"goal":["#.",".#"]}}`,
	"describe":   `Use it for an overview of a puzzle: size, colors, number of solutions, difficulty. Example: {"pack":"heart"}`,
	"dedupe":     `Use it to find equal puzzles in a list, also turned, mirrored or recolored. Example: {"puzzles":[{"goal":["#."]},{"goal":[".#"]}]}`,
	"prove":      `Use it for a certificate that a puzzle has no, one or several solutions, which certify checks. Example: {"pack":"heart"}`,
	"certify":    `Use it to check a certificate of prove. Pass the same puzzle. Example: {"pack":"heart","certificate":"<text of prove>"}`,
	"methods":    `Use it to list the solving methods that solve takes as method. Example: {}`,
	"table":      `Use it to study lines: every clue of a puzzle with the states of its line. Example: {"pack":"heart"}`,
	"lines":      `Use it to study lines: all lines of a length, or those of one clue. Example: {"length":5}`,
}

// description returns the summary of an operation and how to use it.
func description(o operations.Operation) string { return o.Summary + ". " + descriptions[o.Name] }

// shared are the members that the instructions describe.
var shared = []string{"puzzle", "puzzles", "text", "data", "format", "filename", "pack", "state", "timeout_ms", "conflicts", "memory_mb", "seed", "language"}

// maxDoc bounds the description of a member.
const maxDoc = 48

// short returns the first clause of a long description.
func short(doc string) string {
	if len(doc) <= maxDoc {
		return doc
	}
	if i := strings.IndexAny(doc, ";,:("); i > 0 {
		doc = strings.TrimSpace(doc[:i])
	}
	if len(doc) > maxDoc {
		doc = doc[:max(0, strings.LastIndexByte(doc[:maxDoc], ' '))] + " …"
	}
	return doc
}

// input returns the schema of the arguments of a tool, without the definitions of puzzles.
func (s *Server) input(o operations.Operation) *schema.Schema {
	described := schema.Alone(o.Request)
	described.Defs = nil
	for name, member := range described.Properties {
		if member.Ref != "" {
			member = &schema.Schema{Type: "object", Description: member.Description}
		}
		if member.Items != nil && member.Items.Ref != "" {
			member.Items = &schema.Schema{Type: "object"}
		}
		if slices.Contains(shared, name) {
			member.Description = ""
		}
		member.Description = short(member.Description)
		described.Properties[name] = member
	}
	if s.files != nil {
		s.files.describe(o, described)
	}
	return described
}
