package solve

// ProveAtOnce makes an engine begin the proof phase with its first search, so that
// tests see it on boards that would be settled long before.
func ProveAtOnce(e *Engine) { e.core.proofModeFirst = true }

// WeighAtOnce makes an engine weigh before it looks for a further solution.
func WeighAtOnce(e *Engine) { e.core.lagrangianFirst = true }

// CountInHaste makes an engine give up on every literal of the backbone after so many
// conflicts.
func CountInHaste(e *Engine, conflicts int64) { e.patience = conflicts }
