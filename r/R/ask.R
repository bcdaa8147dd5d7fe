# Requests and answers: JSON on both sides of the C library.

ask <- function(operation, arguments, x = NULL) {
  if (!is.null(x)) arguments$puzzle <- object_of(x)
  arguments <- arguments[!vapply(arguments, is.null, NA)]
  request <- if (length(arguments)) toJSON(arguments, auto_unbox = TRUE, digits = NA, json_verbatim = TRUE) else "{}"
  job <- .Call(c_start, library_path(), operation, enc2utf8(request))
  on.exit(.Call(c_cancel, job))
  repeat {
    ended <- .Call(c_wait, job)
    if (grepl(":verbose=true", arguments$method %||% "", fixed = TRUE)) cat(fromJSON(.Call(c_progress, job))$log)
    if (ended) break
  }
  answer <- fromJSON(.Call(c_answer, job), simplifyDataFrame = FALSE, simplifyMatrix = FALSE)
  if (!is.null(answer$error)) {
    failure <- answer$error
    message <- paste(c(if (nzchar(failure$where %||% "")) failure$where, failure$message), collapse = ": ")
    stop(structure(class = c(paste0("nonogram_", failure$code), "nonogram_error", "error", "condition"), list(message = message, call = NULL)))
  }
  structure(converted(answer), class = "nonogram_answer")
}

library_path <- function() getLoadedDLLs()[["nonogram"]][["path"]] |> dirname() |> file.path("libnonogram.so")

`%||%` <- function(x, y) if (is.null(x)) y else x

# object_of is a puzzle as JSON has it. Its text is made here: toJSON takes milliseconds for lists.
object_of <- function(x) {
  if (!inherits(x, "nonogram")) return(x)
  lines <- function(clues) {
    texts <- vapply(clues, function(clue) paste0("[", paste(clue[clue != 0], collapse = ","), "]"), "")
    paste0("[", paste(texts, collapse = ","), "]")
  }
  structure(sprintf('{"rows":%s,"columns":%s}', lines(x$rows), lines(x$columns)), class = "json")
}

# several is a list in a request, also if it has one member.
several <- function(values) if (!is.null(values)) as.list(values)

objects_of <- function(puzzles) if (!is.null(puzzles)) unname(lapply(puzzles, object_of))

# position is a matrix as JSON has it: a text for each row.
position <- function(grid) {
  if (!is.matrix(grid)) return(several(grid))
  symbols <- ifelse(is.na(grid), "?", ifelse(grid == 0, ".", "#"))
  as.list(apply(symbols, 1, paste, collapse = ""))
}

positions <- function(grids) if (!is.null(grids)) lapply(grids, position)

encoded <- function(bytes) if (is.raw(bytes)) base64_enc(bytes) else bytes

# converted makes matrices of positions, and puzzles of objects.
converted <- function(answer) {
  for (name in intersect(names(answer), c("grid", "known", "kept"))) answer[[name]] <- cells_of(answer[[name]])
  if (!is.null(answer$grids)) answer$grids <- lapply(answer$grids, cells_of)
  if (is.list(answer$puzzle)) answer$puzzle <- puzzle_of(answer$puzzle)
  if (is.list(answer$puzzles) && !is.null(answer$puzzles[[1]]$rows)) answer$puzzles <- lapply(answer$puzzles, puzzle_of)
  answer
}

cells_of <- function(rows) {
  symbols <- do.call(rbind, strsplit(unlist(rows), ""))
  matrix(ifelse(symbols == "?", NA, ifelse(symbols == ".", 0L, 1L)), nrow(symbols))
}

# puzzle_of is a puzzle in black and white; one in color stays as JSON has it.
puzzle_of <- function(object) {
  if (length(object$palette) > 2) return(object)
  lines <- function(clues) lapply(clues, function(clue) vapply(clue, function(block) as.integer(block$n), 0L))
  x <- nonogram(lines(object$rows), lines(object$columns))
  if (!is.null(object$goal)) x$goal <- cells_of(object$goal)
  x
}
