package record

import "nonogram"

// The JSON of prove and certify.

// Prove is what a proof comes to, apart from the certificate.
type Prove struct {
	ID        string          `json:"id" doc:"The puzzle's name or number"`
	Width     int             `json:"width"`
	Height    int             `json:"height"`
	Status    nonogram.Status `json:"status"`
	Reason    string          `json:"reason,omitempty" doc:"What ended the search without an answer"`
	Solutions int             `json:"solutions" doc:"How many the certificate shows"`
	Exact     bool            `json:"exact" doc:"It proves that there are no others"`
	Claim     string          `json:"claim,omitempty" doc:"What is proven, in words"`
	Elapsed   Milliseconds    `json:"elapsed_ms" doc:"Milliseconds of work"`
	Origin
}

// Code is that of the verdict.
func (r *Prove) Code() Code { return CodeOf(r.Status) }

// Name is as of [Solve.Name].
func (r *Prove) Name(id string, from Origin) { r.ID, r.Origin = id, from }

// Certify is what came of checking a certificate.
type Certify struct {
	ID        string       `json:"id" doc:"The puzzle's name or number"`
	Accepted  bool         `json:"accepted" doc:"Every step of the certificate is right"`
	Claim     string       `json:"claim,omitempty" doc:"What is thereby proven, in words"`
	Solutions int          `json:"solutions" doc:"How many the certificate shows"`
	Exact     bool         `json:"exact" doc:"It proves that there are no others"`
	Steps     int64        `json:"steps,omitempty" doc:"The number of steps"`
	Reason    string       `json:"reason,omitempty" doc:"What ended the check before its end"`
	Line      int          `json:"line,omitempty" doc:"The line of the certificate that fails, from 1"`
	Message   string       `json:"message,omitempty" doc:"Why it fails"`
	Elapsed   Milliseconds `json:"elapsed_ms" doc:"Milliseconds of work"`
	Origin
}

// Code tells whether the certificate is accepted, whatever it proves.
func (r *Certify) Code() Code {
	switch {
	case r.Accepted:
		return CodeOK
	case r.Reason != "":
		return CodeUndecided
	}
	return CodeUnsolvable
}

// Name is as of [Solve.Name].
func (r *Certify) Name(id string, from Origin) { r.ID, r.Origin = id, from }
