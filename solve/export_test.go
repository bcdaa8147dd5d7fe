package solve

// StartInProofMode makes an engine begin in proof mode, to test it on small boards.
func StartInProofMode(e *Engine) { e.core.proofModeFirst = true }

// StartWithLagrangian makes an engine apply the Lagrangian bound before each search for a
// further solution.
func StartWithLagrangian(e *Engine) { e.core.lagrangianFirst = true }

// SetBackboneConflicts sets the limit of conflicts for every literal of the backbone.
func SetBackboneConflicts(e *Engine, conflicts int64) { e.patience = conflicts }
