// Every function of nonogram.h once, as a program in C uses it. It prints what fails.

#include "nonogram.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int failures;

static void expect(int holds, const char *what, const char *found) {
  if (holds) return;
  failures++;
  printf("%s: found %.300s\n", what, found == NULL ? "NULL" : found);
}

// contains reports whether an answer has a text, and frees the answer.
static void contains(const char *what, char *answer, const char *text) {
  expect(answer != NULL && strstr(answer, text) != NULL, what, answer);
  nonogram_free(answer);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

// long_request is a search without an end: it draws boards for ever.
static const char long_request[] =
    "{\"method\":\"force:max_iter=inf\",\"puzzle\":{\"rows\":[[1,1],[2,1],[1,1,1],[2],[3],[1,2],[3]],"
    "\"columns\":[[1,1],[2,1],[1,1,1],[2],[3],[1,2],[3]]}}";

static void calls(void) {
  const char *heart = "{\"puzzle\":{\"rows\":[[1,1],[5],[5],[3],[1]],\"columns\":[[2],[4],[4],[4],[2]]}}";
  size_t length = 0;
  char *answer = nonogram_call("solve", heart, strlen(heart), &length);
  expect(answer != NULL && length == strlen(answer), "the length of an answer", answer);
  contains("a solution", answer, "\"grid\":[\".#.#.\",\"#####\"");
  contains("no request", nonogram_call("solve", NULL, 0, NULL), "bad_request");
  contains("no operation", nonogram_call(NULL, heart, strlen(heart), NULL), "unknown_name");
  contains("no job", nonogram_answer(0, NULL), "unknown_name");
  contains("the progress of no job", nonogram_progress(12345678), "unknown_name");
  expect(nonogram_wait(12345678, 0) == 1, "waiting for no job", "0");
  nonogram_cancel(12345678);
  nonogram_free(NULL);
  expect(strlen(nonogram_version()) > 0, "the version", "");
}

static void many(void) {
  int32_t clues[2][5][2] = {{{1, 1}, {1, 0}, {3, 0}, {1, 1}, {2, 0}}, {{0, 0}, {1, 0}, {2, 0}, {9, 0}, {1, 0}}};
  int64_t shape[4] = {2, 3, 2, 2};
  nonogram_job job = nonogram_each("solve", "{\"limit\":1}", 11, clues, sizeof clues, shape, 7);
  while (!nonogram_wait(job, 10)) continue;
  contains("the progress of puzzles", nonogram_progress(job), "\"done\":2");
  char *answer = nonogram_answer(job, NULL);
  char *second = answer == NULL ? NULL : strchr(answer, '\n');
  expect(second != NULL && strstr(answer, "\"id\":\"7\"") < second && strstr(second, "\"id\":\"8\"") != NULL, "two puzzles of an array", answer);
  nonogram_free(answer);
  shape[0] = 3;
  contains("a shape that does not fit", nonogram_answer(nonogram_each("solve", NULL, 0, clues, sizeof clues, shape, 1), NULL), "bad_request");
  shape[0] = INT64_MAX;
  shape[3] = INT64_MAX;
  contains("a huge shape", nonogram_answer(nonogram_each("solve", NULL, 0, clues, sizeof clues, shape, 1), NULL), "bad_request");
  const char lines[] = "{\"rows\":[[1]],\"columns\":[[1]]}\nnonsense\n";
  contains("lines of JSON", nonogram_answer(nonogram_each("count", NULL, 0, lines, strlen(lines), NULL, 1), NULL), "}\n{\"error\"");
  contains("puzzles for no use", nonogram_answer(nonogram_each("formats", NULL, 0, lines, strlen(lines), NULL, 1), NULL), "unsupported");
}

static void cancelled(void) {
  nonogram_job job = nonogram_start("solve", long_request, strlen(long_request), 1);
  int moved = 0;
  while (!moved && !nonogram_wait(job, 20)) {
    char *progress = nonogram_progress(job);
    moved = strstr(progress, "\"steps\":0") == NULL;
    nonogram_free(progress);
  }
  expect(moved, "progress", "an end");
  double start = now();
  nonogram_cancel(job);
  contains("a cancelled job", nonogram_answer(job, NULL), "unknown_name");
  expect(now() - start < 0.2, "the time to cancel", "more than 0.2 s");
}

// forked calls everything in a child, which has to end by itself.
static void forked(void) {
  nonogram_job job = nonogram_start("solve", long_request, strlen(long_request), 0);
  pid_t child = fork();
  if (child == 0) {
    failures = 0;
    alarm(10);
    contains("a call after a fork", nonogram_call("formats", "{}", 2, NULL), "spawn");
    contains("a job after a fork", nonogram_answer(job, NULL), "spawn");
    contains("progress after a fork", nonogram_progress(job), "spawn");
    contains("many after a fork", nonogram_answer(nonogram_each("solve", NULL, 0, "", 0, NULL, 1), NULL), "spawn");
    nonogram_cancel(job);
    fflush(stdout);
    _exit(failures);
  }
  int status = -1;
  waitpid(child, &status, 0);
  expect(status == 0, "the forked child", "an end by force or a failure");
  nonogram_cancel(job);
  contains("a call of the parent", nonogram_call("formats", "{}", 2, NULL), "webpbn");
}

int main(void) {
  calls();
  many();
  cancelled();
  forked();
  return failures != 0;
}
