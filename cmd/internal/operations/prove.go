package operations

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"io/fs"

	"nonogram"
	"nonogram/certify"
	"nonogram/certify/lrat"
	"nonogram/cmd/internal/operations/record"
	"nonogram/solve"
)

// Certificates are written and checked as streams. In a request a certificate is a text, or
// the bytes of a compressed one; Go programs pass a writer or a reader.

// Proving lists the operations on certificates.
func Proving() []Operation {
	return []Operation{
		Each("prove", "Write a certificate of how many solutions a puzzle has", OpenProve),
		Each("certify", "Check a certificate of how many solutions a puzzle has", OpenCertify),
	}
}

// ProveRequest asks for a certificate.
type ProveRequest struct {
	Input
	Budget
	Limit int `json:"limit,omitempty" minimum:"0" maximum:"1000000000" doc:"How many solutions to look for (default 2); if there are fewer, their number is proven" flag:"look for <N> solutions; if there are fewer, prove how many (default 2)"`
}

// ProveAnswer is a certificate and its claim.
type ProveAnswer struct {
	record.Prove
	Certificate string `json:"certificate,omitempty" doc:"The text of the certificate; missing if the puzzle is undecided"`
}

// OpenProve proves verdicts and returns each certificate in the answer.
func OpenProve(s *Service, r *ProveRequest) (Work[*ProveAnswer], error) {
	text := &bounded{most: s.Limits.Bytes}
	work, err := OpenProveTo(s, r, text)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, p *nonogram.Puzzle) (*ProveAnswer, error) {
		text.Reset()
		answer, err := work(ctx, p)
		if err != nil {
			return nil, err
		}
		response := &ProveAnswer{Prove: *answer}
		if answer.Status != nonogram.Undecided {
			response.Certificate = text.String()
		}
		return response, nil
	}, nil
}

// bounded is a buffer with a size limit, 0 for none.
type bounded struct {
	bytes.Buffer
	most int64
}

func (b *bounded) Write(data []byte) (int, error) {
	if b.most > 0 && int64(b.Len()+len(data)) > b.most {
		return 0, Errorf(TooLarge, "certificate", "it exceeds %d bytes, which is the limit of this service", b.most)
	}
	return b.Buffer.Write(data)
}

// OpenProveTo proves verdicts and writes the certificates one after another during the
// search. For a puzzle that remains undecided it writes part of a certificate.
func OpenProveTo(s *Service, r *ProveRequest, w io.Writer) (Work[*record.Prove], error) {
	return openProve(s, r, func(p *nonogram.Puzzle) (solve.Proof, error) { return certify.NewWriter(w, p), nil })
}

// OpenProveLRAT proves the verdict of a puzzle in the formats of SAT solvers: a formula, and the
// proof that it has no solution.
func OpenProveLRAT(s *Service, r *ProveRequest, formula, proof io.Writer) (Work[*record.Prove], error) {
	var w *lrat.Writer
	work, err := openProve(s, r, func(p *nonogram.Puzzle) (_ solve.Proof, err error) {
		w, err = lrat.NewWriter(p)
		return w, err
	})
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, p *nonogram.Puzzle) (*record.Prove, error) {
		answer, err := work(ctx, p)
		if err == nil && answer.Status != nonogram.Undecided {
			err = w.Write(formula, proof)
		}
		return answer, err
	}, nil
}

// openProve proves verdicts and has the proofs written by writers of a kind.
func openProve(s *Service, r *ProveRequest, writer func(*nonogram.Puzzle) (solve.Proof, error)) (Work[*record.Prove], error) {
	limit, err := s.Limits.SolutionLimit(r.Limit, defaultLimit)
	if err != nil {
		return nil, err
	}
	b, err := r.Budget.Open(&s.Limits)
	if err != nil {
		return nil, err
	}
	engine := new(solve.Engine)
	return func(ctx context.Context, p *nonogram.Puzzle) (*record.Prove, error) {
		if err := s.Limits.solutions(limit, p); err != nil {
			return nil, err
		}
		proof, err := writer(p)
		if err != nil {
			return nil, err
		}
		var result *nonogram.Result
		elapsed, err := s.Timed(ctx, b, func(ctx context.Context) (err error) {
			o := b.Options(limit)
			o.Trace = watching(ctx).listener()
			result, err = engine.Prove(ctx, p, o, proof)
			return err
		})
		if err != nil {
			return nil, err
		}
		answer := &record.Prove{
			Subject: record.SubjectOf(p), Status: result.Status, Reason: string(result.Stopped), Elapsed: elapsed,
		}
		if result.Status != nonogram.Undecided {
			claim := &certify.Claim{Solutions: result.Solutions, Exact: result.Exhausted}
			answer.Solutions, answer.Exact, answer.Claim = len(claim.Solutions), claim.Exact, claim.String()
		}
		return answer, nil
	}, nil
}

// CertifyRequest contains a puzzle and a certificate.
type CertifyRequest struct {
	Input
	Timeout     Timeout `json:"timeout_ms,omitempty" minimum:"0" maximum:"9223372036854" doc:"Give up after this many milliseconds" flag:"give up on the check after this time, as 500ms, 10s or 2m (default: never)"`
	Certificate string  `json:"certificate,omitempty" doc:"The text of the certificate"`
	File        []byte  `json:"certificate_file,omitempty" doc:"The file of the certificate in Base64, compressed by gzip or not, in place of its text"`
}

// OpenCertify checks the certificate of a request.
func OpenCertify(s *Service, r *CertifyRequest) (Work[*record.Certify], error) {
	data := r.File
	switch {
	case r.Certificate == "" && len(r.File) == 0:
		return nil, Errorf(BadRequest, "certificate", "found nothing, expected a certificate")
	case r.Certificate != "" && len(r.File) > 0:
		return nil, Errorf(BadRequest, "certificate_file", "found certificate too, expected only one of them")
	case r.Certificate != "":
		data = []byte(r.Certificate)
	}
	return OpenCertifyFrom(s, r, func() io.Reader { return bytes.NewReader(data) })
}

// OpenCertifyFrom checks the certificates that open returns, compressed or not. It returns
// read errors; for any other fault the answer is a rejection.
func OpenCertifyFrom(s *Service, r *CertifyRequest, open func() io.Reader) (Work[*record.Certify], error) {
	b, err := (&Budget{Timeout: r.Timeout}).Open(&s.Limits)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, p *nonogram.Puzzle) (*record.Certify, error) {
		answer := &record.Certify{}
		elapsed, err := s.Timed(ctx, b, func(ctx context.Context) error {
			claim, err := verify(ctx, open(), p)
			var wrong *certify.Error
			var unread *fs.PathError
			switch {
			case err == nil:
				answer.Accepted, answer.Claim, answer.Steps = true, claim.String(), claim.Steps
				answer.Solutions, answer.Exact = len(claim.Solutions), claim.Exact
			case errors.Is(ctx.Err(), context.DeadlineExceeded):
				answer.Reason = string(nonogram.StopTime)
			case ctx.Err() == nil && !errors.As(err, &unread) && errors.As(err, &wrong):
				answer.Line, answer.Message = wrong.Line, wrong.Message
			default:
				return err
			}
			return nil
		})
		answer.Elapsed = elapsed
		return answer, err
	}, nil
}

// gzipMark is the beginning of a compressed certificate.
const gzipMark = "\x1f\x8b"

// verify checks a certificate, compressed or not.
func verify(ctx context.Context, in io.Reader, p *nonogram.Puzzle) (*certify.Claim, error) {
	buffered := bufio.NewReader(in)
	begin, _ := buffered.Peek(len(gzipMark)) // a read error shows when the certificate is read
	if string(begin) != gzipMark {
		return certify.Verify(LetTimersRun(ctx), buffered, p)
	}
	unpacked, err := gzip.NewReader(buffered)
	if err != nil {
		return nil, &certify.Error{Line: 1, Message: err.Error(), Err: err}
	}
	return certify.Verify(LetTimersRun(ctx), unpacked, p)
}
