package record

import "nonogram"

// The JSON of prove and certify.

// Prove is the result of a proof, without the certificate.
type Prove struct {
	Subject
	Status    nonogram.Status `json:"status"`
	Reason    string          `json:"reason,omitempty" doc:"Why the search ended without an answer"`
	Solutions int             `json:"solutions" doc:"The number of solutions in the certificate"`
	Exact     bool            `json:"exact" doc:"The certificate proves that there are no others"`
	Claim     string          `json:"claim,omitempty" doc:"The proven claim, in words"`
	Elapsed   Milliseconds    `json:"elapsed_ms" doc:"Milliseconds of work"`
	Origin
}

// Code returns the code of the verdict.
func (r *Prove) Code() Code { return CodeOf(r.Status) }

// Certify is the result of checking a certificate.
type Certify struct {
	Named
	Accepted  bool         `json:"accepted" doc:"Every step of the certificate is right"`
	Claim     string       `json:"claim,omitempty" doc:"The proven claim, in words"`
	Solutions int          `json:"solutions" doc:"The number of solutions in the certificate"`
	Exact     bool         `json:"exact" doc:"The certificate proves that there are no others"`
	Steps     int64        `json:"steps,omitempty" doc:"The number of steps"`
	Reason    string       `json:"reason,omitempty" doc:"Why the check was interrupted"`
	Line      int          `json:"line,omitempty" doc:"The line of the certificate that fails, from 1"`
	Message   string       `json:"message,omitempty" doc:"Why the step fails"`
	Elapsed   Milliseconds `json:"elapsed_ms" doc:"Milliseconds of work"`
	Origin
}

// Code returns CodeOK if the certificate is accepted.
func (r *Certify) Code() Code {
	switch {
	case r.Accepted && r.Claim == "at least 0 solutions":
		return CodeUndecided // it says nothing
	case r.Accepted:
		return CodeOK
	case r.Reason != "":
		return CodeUndecided
	}
	return CodeUnsolvable
}
