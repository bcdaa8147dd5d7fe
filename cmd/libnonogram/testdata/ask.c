// Asks what standard input holds, from several threads, and writes the answers in its order:
//
//     ask THREADS MILLISECONDS
//
// A text is its length in four bytes and its bytes; a request is the text of an operation and the
// text of the request. A call that takes longer is cancelled, and its answer is empty; 0
// milliseconds are no bound.

#include "nonogram.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  uint32_t length;
  char *bytes; // a null byte follows
} text;

typedef struct {
  text operation, request, answer;
} call;

static call *calls;
static size_t count;
static atomic_size_t next;
static int64_t bound;

static int read_text(text *t) {
  if (fread(&t->length, sizeof t->length, 1, stdin) != 1) return 0;
  t->bytes = calloc(1, (size_t)t->length + 1);
  return fread(t->bytes, 1, t->length, stdin) == t->length;
}

static void ask(call *c) {
  size_t length = 0;
  char *answer = NULL;
  if (bound == 0) {
    answer = nonogram_call(c->operation.bytes, c->request.bytes, c->request.length, &length);
  } else {
    nonogram_job job = nonogram_start(c->operation.bytes, c->request.bytes, c->request.length, 0);
    if (nonogram_wait(job, bound)) answer = nonogram_answer(job, &length);
    else nonogram_cancel(job);
  }
  c->answer.length = (uint32_t)length;
  c->answer.bytes = answer;
}

static void *work(void *unused) {
  for (size_t i; (i = atomic_fetch_add(&next, 1)) < count;) ask(&calls[i]);
  return unused;
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  int threads = atoi(argv[1]);
  bound = atoll(argv[2]);
  for (call c = {0}; read_text(&c.operation) && read_text(&c.request); count++) {
    if ((count & (count - 1)) == 0) calls = realloc(calls, (count == 0 ? 1 : 2 * count) * sizeof c);
    calls[count] = c;
  }
  pthread_t *started = calloc((size_t)threads, sizeof *started);
  for (int i = 0; i < threads; i++) pthread_create(&started[i], NULL, work, NULL);
  for (int i = 0; i < threads; i++) pthread_join(started[i], NULL);
  for (size_t i = 0; i < count; i++) {
    call *c = &calls[i];
    fwrite(&c->answer.length, sizeof c->answer.length, 1, stdout);
    if (c->answer.length > 0) fwrite(c->answer.bytes, 1, c->answer.length, stdout);
    nonogram_free(c->answer.bytes);
    free(c->operation.bytes);
    free(c->request.bytes);
  }
  free(calls);
  free(started);
  return 0;
}
