# What is new in this package, and its errors.
library(nonogram)

same <- function(x, y) stopifnot(isTRUE(all.equal(x, y)))

heart <- nonogram(rows = list(c(1, 1), 5, 5, 3, 1), columns = list(2, 4, 4, 4, 2))
solved <- solve(heart, algorithm = "engine")
same(solved$status, "unique")
two <- nonogram(rows = list(1, 1), columns = list(1, 1))
same(solve(two, algorithm = "engine")$status, "multiple")
same(length(nonogram_solve(two, limit = 5)$grids), 2L)
same(nonogram_count(nonogram(rows = rep(list(1), 20), columns = rep(list(1), 20)))$count, "2432902008176640000")
same(rate(heart)$level, "trivial")
stopifnot(grepl("fills the whole row", hint(heart)$message))
state <- matrix(NA, 5, 5)
state[1, 1] <- 1
same(hint(heart, state = state)$kind, "wrong")
same(nonogram_check(heart, state = state)$status, "wrong")
same(hint(heart, state = solved$solution)$kind, "finished")

# An empty clue, a picture, and puzzles in answers.
empty <- nonogram(rows = list(0, 1), columns = list(1, integer(0)))
same(solve(empty, algorithm = "engine")$solution, rbind(c(0, 0), c(1, 0)))
same(lapply(nonogram_clues(solved$solution)$puzzle$rows, as.numeric), lapply(heart$rows, as.numeric))
made <- nonogram_generate(kind = "puzzle", width = 6, levels = "easy", seed = 7)$puzzles[[1]]
same(rate(made)$level, "easy")
same(nonogram_certify(heart, certificate = nonogram_prove(heart)$certificate)$accepted, TRUE)
png <- nonogram_render(heart, as = "png", cell = 24)$data
same(nonogram_scan(image_file = png)$status, "unique")
same(apply(make_full_perm_set(6), 1, paste, collapse = ""), nonogram_lines(length = 6, first = 64)$listed)

# Errors have a class, a place and a message.
failure <- tryCatch(nonogram_solve(heart, method = "nix"), nonogram_unknown_name = function(e) conditionMessage(e))
stopifnot(grepl("nix", failure))
stopifnot(inherits(try(solve(heart, row_permutations = diag(3)), silent = TRUE), "try-error"))

# An interrupt ends a search at once, and nothing is left behind.
endless <- nonogram(rows = list(c(1, 1), c(2, 1), c(1, 1, 1), 2, 3, c(1, 2), 3), columns = list(c(1, 1), c(2, 1), c(1, 1, 1), 2, 3, c(1, 2), 3))
pid <- Sys.getpid()
system(sprintf("(sleep 1; kill -INT %d) &", pid))
time <- system.time(caught <- tryCatch(solve(endless, algorithm = "force", max_iter = Inf), interrupt = function(e) "interrupt"))
same(caught, "interrupt")
stopifnot(time[["elapsed"]] < 1.5)

# A fork after the first call gets an error, not a process that hangs.
if (requireNamespace("parallel", quietly = TRUE)) {
  child <- parallel::mcparallel(tryCatch(nonogram_count(two)$count, nonogram_unsupported = function(e) conditionMessage(e)))
  stopifnot(grepl("fork", parallel::mccollect(child, timeout = 20)[[1]]))
}

# A line without a clue has no number to draw.
plot(solve(empty, algorithm = "engine"))
