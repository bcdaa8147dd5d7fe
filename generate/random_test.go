package generate_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nonogram"
	"nonogram/format"
	"nonogram/generate"
	"nonogram/internal/testkit/corpus"
)

// files writes the question and the solution file of a series.
func files(t *testing.T, r generate.Random) (questions, solutions string) {
	t.Helper()
	puzzles, err := r.Puzzles()
	if err != nil {
		t.Fatal(err)
	}
	var q, s bytes.Buffer
	for p := range puzzles {
		if err := errors.Join(format.Encode(&q, "tournament", p), format.Encode(&s, "solution", p)); err != nil {
			t.Fatal(err)
		}
	}
	return q.String(), s.String()
}

func square(n, count int, first, last float64, seed string) generate.Random {
	s, ok := new(big.Int).SetString(seed, 10)
	if !ok {
		panic("not a number: " + seed)
	}
	return generate.Random{Width: n, Height: n, Count: count, First: first, Last: last, Seed: s}
}

// The SHA-256 of the question and the solution file that a transcription of
// boardgen.py wrote: the series of the source's experiments, and some to try the
// corners.
type recorded struct {
	generate.Random
	questions, solutions string
}

// boardgen2 was run by CPython 2.7.18.
var boardgen2 = []recorded{
	{square(5, 10, 0.5, 0.35, "12345"), "f3d68b26ba96a477f308cbd1640d441d82810e73cab1b9db3b8cc96d7706d9a5", "82e09010609c7c84fb2ff5d8a79c303bacee295f771fa445b0fd42dde1853542"},
	{square(7, 10, 0.5, 0.35, "12345"), "be7ec38f18b80b3ec49470a9acf81f4e32ecd42dd0e6a3173191786da075eb4a", "7e3b9487458819aa5da07ed78ef0d33bbb59c4fffa52245ba9bd4dd7b9f05f8f"},
	{square(10, 10, 0.5, 0.35, "12345"), "0c40a3b4425343fb892578efeaaa3bc02952be637139e6abfc8e873f67fe77e3", "560d432606de3fdf198d32d721ee7af77b92ef298ed6c9e9b5aaea65ae48e0fe"},
	{square(15, 10, 0.5, 0.35, "12345"), "7da44d29f5e62d59ac95e28a491cb4c7b37aea96c07643787e3b4892d9ef9873", "179536d825752c9134ddcc22a25886d4ce12f7042dec3813d1084493a5a8c150"},
	{square(25, 10, 0.5, 0.35, "12345"), "983ebc692e326dad0b0a0aa2d472fe35e1b67924e17fdbe6c7ffc513ec3905de", "01c3f0c938bc5516dae749ae557e5fa7c5279f584be58d19309bf7d9b0dd0135"},
	{square(25, 1000, 0.5, 0.35, "12345"), "87251d926146047f02452955164f2c60dd27f6493fe65f6a315ec0584b2791ed", "8ad336db2ff148bbb504c36bb280f405b0089a883b42fdff7969b8cbe977e964"},
	{square(4, 1, 0.5, 0.35, "1"), "c61a617375a8adc74558523ec675a79da13629c4a1329714dcad18b8e261e445", "6ea43a9d213b2980003cc3f1af8509e8c6a1ad79fc6338d5a53ace4c395c6d03"},
	{square(6, 3, 0.2, 0.9, "123456789012345678901234567890"), "eb69f3703a7a704d65cf7fe74145c18ab3ad8450108e296df59bfc82957e09bc", "58e2e1764da99511e44717d10c0d7be7ebc82e81239b62fa03e14e07552b5633"},
	{square(8, 2, 0, 1, "0"), "a6cb65b39a0afc9bfa195a7aab870e192e5c7a8641c0e86740daa945036df542", "24e898fef710e5711d404cf2a0aef1c5585ccb589690c5de11c85e3275ba4453"},
}

// boardgen3 was run by CPython 3.6.15, 3.11.7 and 3.13.0, which agree.
var boardgen3 = []recorded{
	{square(5, 10, 0.5, 0.35, "12345"), "17b9d127731b72679c4d439fb5d4f0a75021403868304f274ca1d67836a82ad3", "728992a209396d209371f4bfd85b51c6f78137240a2c165d430551d32500a241"},
	{square(7, 10, 0.5, 0.35, "12345"), "45399aa7c85a1a5ff5fdeeb60f6f795721e9917a63ba3e9e0f04389c820f7dfe", "ac2743b2c35799b8acb5bbb01228cf86af577e25edbc9b1b38b9aec28b483feb"},
	{square(10, 10, 0.5, 0.35, "12345"), "5c097f7495a687e6a98f8008cb60888e5c76e6eb5e8adc062d6f26471a809ed4", "2b51281453184f690e0282d3cace89537d99ea00816a1696344b8841fb1d9e6f"},
	{square(15, 10, 0.5, 0.35, "12345"), "4dc83f6aacba8a9b3db921a21895e7b2cb59eddf85b2d5f43251e1ec15de5b0e", "70009cceaee9097f21cb519f57b4e4e18d077d5330c86e2b49345c4084e936ae"},
	{square(25, 10, 0.5, 0.35, "12345"), "f2526c9041111af72f729c5db947ae3440099d877edaafb96d5216d02c37af7f", "4885e8beecb8aa410a66e7d1886298ecc76d979afca8d96b71ef010f343e8f8f"},
	{square(25, 1000, 0.5, 0.35, "12345"), "3b0a7ed5f94992f54ae05db1c3f146318737c3b861255ed9b0bd0cd888ac7536", "523095080bf91411597f88d7340585c232df0339618f44246e58c393b43e6281"},
	{square(4, 1, 0.5, 0.35, "1"), "8370af7291a002ce59ffbba5264a2ea63106862a47e526c88b02d1011575aac6", "70cd8d55b9c6019bed33480d5859ab08072e52945d44a2c8774b91d480a00a2f"},
	{square(6, 3, 0.2, 0.9, "123456789012345678901234567890"), "ccb869bb01911c42d2ed3ec720ab3d1651b49341d5a6bc87b34b711fe83c1c2a", "5a16350b6b2f20aaf75ab88e7e4668562e17137959de8430c6808566479777fc"},
}

func TestBoardgenDigests(t *testing.T) {
	for shuffle, series := range map[generate.Shuffle][]recorded{"": boardgen3, generate.Python2: boardgen2, generate.Python3: boardgen3} {
		for _, c := range series {
			c.Shuffle = shuffle
			questions, solutions := files(t, c.Random)
			if got := digest(questions); got != c.questions {
				t.Errorf("%+v: questions %s, want %s", c.Random, got, c.questions)
			}
			if got := digest(solutions); got != c.solutions {
				t.Errorf("%+v: solutions %s, want %s", c.Random, got, c.solutions)
			}
		}
	}
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// python writes the solution file of a series with Python's own generator: shuffled
// by the interpreter, or, since there is no Python 2 to be had, as that one does.
const python = `
import random, sys
width, height, count, seed = (int(a) for a in sys.argv[1:5])
first, last = float(sys.argv[5]), float(sys.argv[6])
def python2(board):
    for k in range(len(board) - 1, 0, -1):
        j = int(random.random() * (k + 1))
        board[k], board[j] = board[j], board[k]
shuffle = python2 if sys.argv[7] == 'python2' else random.shuffle
random.seed(seed)
size = width * height
for i in range(count):
    share = first if count == 1 else first + (last - first) * i / (count - 1)
    filled = int(share * size)
    board = ['1'] * filled + ['0'] * (size - filled)
    shuffle(board)
    print('$%d' % (i + 1))
    for y in range(height):
        print('\t'.join(board[y * width:(y + 1) * width]))
`

func TestAgainstPython(t *testing.T) {
	path, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 here; the digests of TestBoardgenDigests stand for it")
	}
	series := []generate.Random{
		square(25, 100, 0.5, 0.35, "12345"),
		square(10, 20, 0.35, 0.5, "-7"),
		square(3, 1, 1, 0, "4294967295"),
		square(3, 5, 0.1, 0.7, "4294967296"),
		square(5, 9, 0.3, 0.3, "1"+strings.Repeat("0", 6000)), // 19,932 bits: more than the state has words
		{Width: 20, Height: 10, Count: 7, First: 0.4, Last: 0.4, Seed: big.NewInt(99)},
		{Width: 1, Height: 30, Count: 3, First: 0.5, Last: 0.6},
	}
	for i := range 2 * len(series) {
		r := series[i/2]
		r.Shuffle = []generate.Shuffle{generate.Python2, generate.Python3}[i%2]
		seed := r.Seed
		if seed == nil {
			seed = new(big.Int)
		}
		// Python refuses to read numbers of more than 4300 digits as decimals.
		args := []string{"-c", strings.Replace(python, "int(a) for", "int(a, 16) for", 1)}
		for _, n := range []*big.Int{big.NewInt(int64(r.Width)), big.NewInt(int64(r.Height)), big.NewInt(int64(r.Count)), seed} {
			args = append(args, n.Text(16))
		}
		args = append(args, fmt.Sprint(r.First), fmt.Sprint(r.Last), string(r.Shuffle))
		want, err := exec.Command(path, args...).Output()
		if err != nil {
			t.Fatal(err)
		}
		if _, got := files(t, r); got != string(want) {
			t.Errorf("%+v: differs from Python", r)
		}
	}
}

// The tournaments' boards are not ours to copy, but their numbers of filled cells
// follow the rule, and that is where the order of operations shows.
func TestTournamentDensities(t *testing.T) {
	names, err := filepath.Glob(corpus.Path(t, "tournament", "solution", "*.txt"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no tournament solutions: %v", err)
	}
	puzzles, err := square(25, 1000, 0.5, 0.35, "0").Puzzles()
	if err != nil {
		t.Fatal(err)
	}
	var want []int
	for p := range puzzles {
		want = append(want, filled(p.Goal))
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		i := 0
		for s, err := range format.DecodeSolutions(data, name) {
			if err != nil {
				t.Fatal(err)
			}
			if got := filled(s.Goal); got != want[i] {
				t.Errorf("%s: board %s has %d filled cells, want %d", filepath.Base(name), s.ID, got, want[i])
			}
			i++
		}
		if i != len(want) {
			t.Errorf("%s: %d boards, want %d", filepath.Base(name), i, len(want))
		}
	}
}

func filled(g *nonogram.Grid) int {
	n := 0
	for _, c := range g.Cells {
		if c == nonogram.Black {
			n++
		}
	}
	return n
}

// Board 667 is where multiplying in another order gives another number.
func TestOrderOfOperations(t *testing.T) {
	puzzles, err := square(25, 1000, 0.5, 0.35, "1").Puzzles()
	if err != nil {
		t.Fatal(err)
	}
	for p := range puzzles {
		if p.ID == "667" && filled(p.Goal) != 249 {
			t.Errorf("board 667 has %d filled cells, want 249", filled(p.Goal))
		}
	}
}

func TestRectangles(t *testing.T) {
	puzzles, err := generate.Random{Width: 20, Height: 10, Count: 3, First: 0.4, Last: 0.4, Seed: big.NewInt(5)}.Puzzles()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for p := range puzzles {
		n++
		if p.Width() != 20 || p.Height() != 10 || filled(p.Goal) != 80 || p.ID != fmt.Sprint(n) {
			t.Errorf("puzzle %s: %d × %d, %d filled", p.ID, p.Width(), p.Height(), filled(p.Goal))
		}
		if err := errors.Join(nonogram.Validate(p), nonogram.Check(p, p.Goal)); err != nil {
			t.Error(err)
		}
	}
	if n != 3 {
		t.Errorf("%d puzzles, want 3", n)
	}
}

func TestBadParameters(t *testing.T) {
	good := square(5, 2, 0.5, 0.5, "1")
	for name, change := range map[string]func(*generate.Random){
		"count":   func(r *generate.Random) { r.Count = 0 },
		"first":   func(r *generate.Random) { r.First = 1.1 },
		"last":    func(r *generate.Random) { r.Last = math.NaN() },
		"shuffle": func(r *generate.Random) { r.Shuffle = "python4" },
	} {
		r := good
		change(&r)
		_, err := r.Puzzles()
		var param *generate.ParamError
		if !errors.As(err, &param) || param.Param != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	r := good
	r.Width = nonogram.MaxSide + 1
	var invalid *nonogram.InvalidError
	if _, err := r.Puzzles(); !errors.As(err, &invalid) {
		t.Errorf("size: %v", err)
	}
}
