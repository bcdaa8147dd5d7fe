# Puzzles, in the words of the R package nonogram by H. R. Johnston.

nonogram <- function(rows, columns) {
  structure(list(rows = lapply(rows, as.integer), columns = lapply(columns, as.integer), solution = NULL), class = "nonogram")
}

solve.nonogram <- function(a, b, algorithm = c("perm_elim", "force", "engine"), max_iter = NULL, verbose = TRUE,
                           parallel = TRUE, row_permutations = NULL, column_permutations = NULL, ...) {
  algorithm <- match.arg(algorithm)
  check_permutations(row_permutations, length(a$columns))
  check_permutations(column_permutations, length(a$rows))
  options <- c(
    if (!is.null(max_iter)) paste0("max_iter=", if (is.infinite(max_iter)) "inf" else format(max_iter, scientific = FALSE)),
    if (algorithm == "perm_elim") paste0(c("verbose=", "parallel="), tolower(c(verbose, parallel)))
  )
  method <- if (algorithm == "engine") algorithm else paste(c(algorithm, options), collapse = ":")
  answer <- ask("solve", list(method = method, ...), a)
  a["solution"] <- list(answer$grid)
  a$status <- answer$status
  if (is.null(answer$grid)) warning("no solution was found: ", answer$status, if (!is.null(answer$reason)) paste0(" (", answer$reason, ")"))
  a
}

check_permutations <- function(permutations, length) {
  if (!is.null(permutations) && (!is.matrix(permutations) || ncol(permutations) != length)) {
    stop("the permutations are not those of lines of ", length, " cells: make_full_perm_set(", length, ")")
  }
}

make_full_perm_set <- function(n) {
  unname(as.matrix(expand.grid(rep(list(0:1), n))[, n:1, drop = FALSE]))
}

hint <- function(x, state = NULL, grade = 4, ...) nonogram_hint(x, state = state, grade = grade, ...)

rate <- function(x, ...) nonogram_rate(x, ...)

print.nonogram <- function(x, ...) {
  cat(nonogram_render(x, as = "text", state = x$solution)$text)
  if (!is.null(x$status)) cat(x$status, "\n", sep = "")
  invisible(x)
}

print.nonogram_answer <- function(x, ...) {
  if (!is.null(x$message)) cat(x$message, "\n", sep = "") else utils::str(unclass(x), give.attr = FALSE)
  invisible(x)
}

plot.nonogram <- function(x, with_solution = TRUE, ...) {
  height <- length(x$rows)
  width <- length(x$columns)
  left <- max(lengths(x$rows), 1) * 0.7 + 0.3
  above <- max(lengths(x$columns), 1) * 0.8 + 0.2
  old <- par(mar = c(0.5, 0.5, 0.5, 0.5))
  on.exit(par(old))
  plot.new()
  plot.window(xlim = c(-left, width), ylim = c(height, -above), asp = 1)
  if (with_solution && !is.null(x$solution)) {
    filled <- which(x$solution == 1, arr.ind = TRUE)
    rect(filled[, 2] - 1, filled[, 1], filled[, 2], filled[, 1] - 1, col = "black", border = NA)
  }
  bold <- function(n) ifelse(seq(0, n) %% 5 == 0 | seq(0, n) == n, 2, 1)
  segments(0:width, 0, 0:width, height, col = ifelse(bold(width) == 2, "gray25", "gray70"), lwd = bold(width))
  segments(0, 0:height, width, 0:height, col = ifelse(bold(height) == 2, "gray25", "gray70"), lwd = bold(height))
  size <- par("pin")[1] / (par("usr")[2] - par("usr")[1]) * 0.5 / par("cin")[2]
  for (i in which(lengths(x$rows) > 0)) {
    clue <- rev(x$rows[[i]])
    text(0.1 - 0.7 * seq_along(clue), i - 0.5, clue, cex = size)
  }
  for (i in which(lengths(x$columns) > 0)) {
    clue <- rev(x$columns[[i]])
    text(i - 0.5, 0.3 - 0.8 * seq_along(clue), clue, cex = size)
  }
  invisible(x)
}
