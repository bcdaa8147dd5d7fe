// The functions of nonogram.h. They keep calls away from Go in a forked child, whose threads are
// gone, and let Go do everything else.

#include "nonogram.h"
#include "_cgo_export.h"

#include <stdlib.h>
#include <string.h>

static const char fork_error[] =
    "{\"error\":{\"code\":\"unsupported\",\"where\":\"fork\",\"message\":\"this process was forked after the library had been "
    "used, which it does not survive: start processes by spawn instead of fork, make the first call after the fork, or use "
    "threads\"}}";

#if defined(_WIN32)
static const int forked = 0;
#else
#include <pthread.h>

static volatile int forked = 0;

static void child(void) { forked = 1; }

__attribute__((constructor)) static void watch_forks(void) { pthread_atfork(NULL, NULL, child); }
#endif

static char *refused(size_t *answered) {
  char *text = malloc(sizeof fork_error);
  if (text != NULL) memcpy(text, fork_error, sizeof fork_error);
  if (answered != NULL) *answered = text == NULL ? 0 : sizeof fork_error - 1;
  return text;
}

const char *nonogram_version(void) { return forked ? "" : libVersion(); }

char *nonogram_call(const char *operation, const char *request, size_t length, size_t *answered) {
  return nonogram_answer(nonogram_start(operation, request, length, 0), answered);
}

nonogram_job nonogram_start(const char *operation, const char *request, size_t length, int watched) {
  return forked ? 0 : libStart((char *)operation, (char *)request, length, watched);
}

nonogram_job nonogram_each(const char *operation, const char *request, size_t length, const void *puzzles, size_t bytes,
                           const int64_t shape[4], int64_t first) {
  return forked ? 0 : libEach((char *)operation, (char *)request, length, (void *)puzzles, bytes, (int64_t *)shape, first);
}

int nonogram_wait(nonogram_job job, int64_t milliseconds) { return forked ? 1 : libWait(job, milliseconds); }

char *nonogram_progress(nonogram_job job) { return forked ? refused(NULL) : libProgress(job); }

char *nonogram_answer(nonogram_job job, size_t *answered) { return forked ? refused(answered) : libAnswer(job, answered); }

void nonogram_cancel(nonogram_job job) {
  if (!forked) libCancel(job);
}

void nonogram_free(char *text) { free(text); }
