// Counts, on a GPU, the pictures of ROWS × COLS cells that are the only one with their
// clues or, with --descriptions, the different sets of clues of all pictures. The numbers
// for 7×7 in docs/records.md are from it; package cmd/internal/batch/census has the method in Go.
//
// How: three rows and three columns are free, the others fixed. The cells of the fixed
// lines form an L-shape. A class is the clues of the fixed columns, a bucket all
// L-shapes of a class whose fixed rows have equal clues. Two pictures with the same
// clues are in one bucket; so a picture is unique if the clues of its six free lines,
// one number below 34^6, occur once among the 512 fillings of all shapes of the bucket,
// and the descriptions of the bucket are the different numbers.
//
//   generate  one warp per filling of the fixed columns writes the keys of its shapes
//   sort      by class, clues of the fixed rows, cells of two free rows
//   split     buckets of one shape are looked up; the others become a list of work
//   process   one block of threads per bucket, or per clue of a free row in a large
//             one, enters all numbers into a hash table in shared memory
//
// Symmetry is used by weights, as in cmd/internal/batch/census/weight.go.
//
// Cost: 7×7 took one H200 738 and 746 s, in two runs with different lines fixed.
//
// Build: nvcc -O3 -std=c++17 census.cu -o census
//        g++ -O2 -std=c++17 -x c++ census.cu -o census      (one thread, small sizes)
// Run:   census [--descriptions] ROWS COLS [EXTRA [FROM TO [OUT]]]
//        EXTRA is the first further line to fix besides the first, last and middle one
//        (1 if not given); FROM and TO bound the batches (all); OUT is a file for the
//        weighted count of every class, 64 bits each, lowest byte first.
//
// The runs were made with earlier versions of this text: unique pictures before it was put
// in order, descriptions on 16 November 2026 with the line left out that takes one off when a
// number is seen again, which is now the switch. Compiled by g++, sizes from 4×4 to 5×6 are
// exact for both counts (cmd/internal/batch/census/gpu_test.go).

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

using u8 = uint8_t;
using u16 = uint16_t;
using u32 = uint32_t;
using u64 = uint64_t;

// ---- One thread or many ------------------------------------------------------------
// Under g++ a warp, a block and the grid are one thread each, and what threads tell
// each other is what one tells itself.

#ifdef __CUDACC__
#include <cub/cub.cuh>
#include <thrust/iterator/counting_iterator.h>
constexpr int kWarp = 32;
__device__ u32 warpBallot(bool p) { return __ballot_sync(0xffffffffu, p); }
__device__ u64 fromFirst(u64 v) { return __shfl_sync(0xffffffffu, v, 0); }
template <class T> __device__ T warpSum(T v) {
  for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
  return v;
}
__device__ u32 warpScan(u32 v, int lane) {
  for (int o = 1; o < 32; o <<= 1) {
    u32 t = __shfl_up_sync(0xffffffffu, v, o);
    if (lane >= o) v += t;
  }
  return v;
}
__device__ int thread() { return threadIdx.x; }
__device__ u32 globalThread() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ u32 globalThreads() { return gridDim.x * blockDim.x; }
__device__ void add(u64 *p, u64 v) { atomicAdd((unsigned long long *)p, (unsigned long long)v); }
__device__ u64 take(u64 *p, u64 v) { return atomicAdd((unsigned long long *)p, (unsigned long long)v); }
#define SHARED __shared__
#else
#define __global__
#define __device__
#define __host__
#define SHARED static
constexpr int kWarp = 1;
static u32 warpBallot(bool p) { return p; }
static u64 fromFirst(u64 v) { return v; }
template <class T> static T warpSum(T v) { return v; }
static u32 warpScan(u32 v, int) { return v; }
static int thread() { return 0; }
static u32 globalThread() { return 0; }
static u32 globalThreads() { return 1; }
static void add(u64 *p, u64 v) { *p += v; }
static u64 take(u64 *p, u64 v) { u64 old = *p; *p += v; return old; }
static void __syncthreads() {}
static int __popc(u32 x) { return __builtin_popcount(x); }
static int __clz(u32 x) { return x ? __builtin_clz(x) : 32; }
static u32 atomicAdd(u32 *p, u32 v) { u32 old = *p; *p += v; return old; }
static u32 atomicOr(u32 *p, u32 v) { u32 old = *p; *p |= v; return old; }
static u32 atomicCAS(u32 *p, u32 c, u32 v) { u32 old = *p; if (old == c) *p = v; return old; }
#endif

// ---- Plan ----------------------------------------------------------------------------

constexpr int kFree = 3;      // free lines of either direction
constexpr int kMaxFixed = 4;  // fixed ones
constexpr u32 kClues = 34;    // clues of a line of seven cells
constexpr u32 kColumns = kClues * kClues * kClues;

// Plan is what all threads look things up in. Lines are numbers, the first cell lowest;
// "part" is a line's cells in fixed lines only.
struct Plan {
  int rows, cols, fixedRows, fixedCols, rowClues;
  int first, last, middle;  // places of the rows that decide the weight, -1 without
  bool mirrorCols, mirrorRows, transpose;
  bool descriptions;  // count distinct clues instead of unique pictures
  int rowAt[kMaxFixed], freeRowAt[kFree];
  u64 rowClue[16], colClue[16];  // by part: a byte for each of the 8 fillings
  u8 pair[128];                  // (part << 3 | filling) of rows, sorted by clue
  u8 pairsFrom[40];              // by clue: its first pair
  int pairs;
  u8 rowSame[40], colSame[40];  // the smaller of a clue and its reverse
  u8 colLine[128], colFrom[40];  // lines of the columns by clue, and where each begins
};

// Class is a combination of clues of the fixed columns.
struct Class {
  u32 number, offset;  // offset: fillings of earlier classes of the batch
  int rank;            // of its outer and middle columns
  int weight;          // of its first and last column
  u8 clue[kMaxFixed];
};

// A key is class | clues of the fixed rows | cells, the latter 24 bits: the parts of the
// three free rows and of the three free columns, four bits each.
constexpr int kCellBits = 24, kRowsBits = 21;
__device__ u32 cellsOf(u64 key) { return key & ((1u << kCellBits) - 1); }
__device__ u32 rowsOf(u64 key) { return key >> kCellBits & ((1u << kRowsBits) - 1); }
__device__ u32 classOf(u64 key) { return key >> (kCellBits + kRowsBits); }
__device__ u32 freeRow(u32 cells, int i) { return cells >> (20 - 4 * i) & 15; }
__device__ u32 freeCol(u32 cells, int i) { return cells >> (8 - 4 * i) & 15; }

__host__ __device__ inline int side(int d) { return d > 0 ? 2 : d == 0; }
__host__ __device__ inline int rankOf(int middle, int a, int b) {
  return (middle * 40 + (a > b ? a : b)) * 40 + (a > b ? b : a);
}

// rowsWeight is the weight that the clues of the fixed rows add to that of the class.
__device__ int rowsWeight(const Plan &p, const int *clue, int classRank) {
  if (!p.mirrorRows) return 1;
  int a = p.rowSame[clue[p.first]], b = p.rowSame[clue[p.last]];
  int w = side(a - b);
  if (p.transpose) w *= side(classRank - rankOf(p.middle < 0 ? 0 : p.rowSame[clue[p.middle]], a, b));
  return w;
}

__device__ int bucketWeight(const Plan &p, const Class &c, u32 rows) {
  int clue[kMaxFixed] = {};
  for (int i = p.fixedRows - 1; i >= 0; i--, rows /= kClues) clue[i] = rows % kClues;
  return c.weight * rowsWeight(p, clue, c.rank);
}

// ---- Generate ------------------------------------------------------------------------

// fixedCells fills the fixed columns in the n-th way of the class, and returns the parts
// of the fixed rows and, as in a key, those of the free ones.
__device__ u32 fixedCells(const Plan &p, const Class &c, u32 n, u32 *part) {
  u32 line[kMaxFixed], cells = 0;
  for (int j = 0; j < p.fixedCols; j++) {
    u32 from = p.colFrom[c.clue[j]], size = p.colFrom[c.clue[j] + 1] - from;
    line[j] = p.colLine[from + n % size];
    n /= size;
  }
  for (int i = 0; i < p.fixedRows; i++) {
    part[i] = 0;
    for (int j = 0; j < p.fixedCols; j++) part[i] |= (line[j] >> p.rowAt[i] & 1) << j;
  }
  for (int i = 0; i < kFree; i++)
    for (int j = 0; j < p.fixedCols; j++) cells |= (line[j] >> p.freeRowAt[i] & 1) << (20 - 4 * i + j);
  return cells;
}

// shapeKey is the key of the shape whose fixed rows have the free cells "filling".
__device__ u64 shapeKey(const Plan &p, u32 cls, const Class &c, const u32 *part, u32 cells, u32 filling, int *weight) {
  int clue[kMaxFixed] = {};
  u64 rows = 0;
  for (int i = 0; i < p.fixedRows; i++) {
    u32 x = filling >> (3 * i) & 7;
    clue[i] = p.rowClue[part[i]] >> (8 * x) & 255;
    rows = rows * kClues + clue[i];
    for (int j = 0; j < kFree; j++) cells |= (x >> j & 1) << (8 - 4 * j + i);
  }
  *weight = c.weight * rowsWeight(p, clue, c.rank);
  return (u64)cls << (kCellBits + kRowsBits) | rows << kCellBits | cells;
}

// generate writes the keys of all shapes of weight above 0: first it counts them, to
// know where they go. Count is the number of keys, weights the sum of their weights.
__global__ void generate(const Plan *plan, const Class *classes, int n, u32 fillings, u64 *keys, u64 room, u64 *count, u64 *weights) {
  const Plan &p = *plan;
  int lane = thread() % kWarp;
  u32 ways = 1u << (3 * p.fixedRows);
  for (u32 a = globalThread() / kWarp; a < fillings; a += globalThreads() / kWarp) {
    int low = 0, high = n - 1;
    while (low < high) {
      int mid = (low + high + 1) / 2;
      if (classes[mid].offset <= a) low = mid; else high = mid - 1;
    }
    const Class &c = classes[low];
    u32 part[kMaxFixed], cells = fixedCells(p, c, a - c.offset, part);
    u32 found = 0, sum = 0;
    int weight;
    for (u32 f = lane; f < ways; f += kWarp) {
      shapeKey(p, low, c, part, cells, f, &weight);
      found += weight > 0;
      sum += weight;
    }
    found = warpSum(found);
    sum = warpSum(sum);
    u64 at = 0;
    if (lane == 0) {
      at = take(count, found);
      add(weights, sum);
    }
    at = fromFirst(at);
    for (u32 f0 = 0; f0 < ways; f0 += kWarp) {  // ways is a multiple of the warp, or one thread is a warp
      u64 key = shapeKey(p, low, c, part, cells, f0 + lane, &weight);
      u32 who = warpBallot(weight > 0);
      u64 to = at + __popc(who & ((1u << lane) - 1));
      if (weight > 0 && to < room) keys[to] = key;
      at += __popc(who);
    }
  }
}

// ---- Split ---------------------------------------------------------------------------

// A piece of work is a bucket, or the part of one with one clue of the first free row.
#ifdef NARROW
constexpr u32 kLarge = 4;
#else
constexpr u32 kLarge = 192;  // shapes
#endif
constexpr int kStartBits = 31, kSizeBits = 20;
__device__ u64 piece(u32 start, u32 size, u32 clueAndOne) {
  return (u64)clueAndOne << (kStartBits + kSizeBits) | (u64)size << kStartBits | start;
}

// split looks buckets of one shape up in alone, if there is such a table, and lists the
// others: large ones from the front, cut by the clue of a row, small ones from the back.
__global__ void split(const Plan *plan, const Class *classes, const u64 *keys, u64 n, const u32 *starts, u32 buckets, const u16 *alone, u64 *list, u64 room, u64 *large, u64 *small, u64 *result, u32 *error) {
  const Plan &p = *plan;
  for (u32 k = globalThread(); k < buckets; k += globalThreads()) {
    u32 start = starts[k], size = (u32)((k + 1 < buckets ? starts[k + 1] : n) - start);
    if (size == 1 && alone) {
      u64 key = keys[start];
      const Class &c = classes[classOf(key)];
      add(&result[c.number], (u64)bucketWeight(p, c, rowsOf(key)) * alone[cellsOf(key)]);
    } else if (size <= kLarge) {
      list[room - 1 - take(small, 1)] = piece(start, size, 0);
    } else {
      if (size >> kSizeBits) *error = 1;
      u64 at = take(large, p.rowClues);
      for (int r = 0; r < p.rowClues; r++) list[at + r] = piece(start, size, r + 1);
    }
  }
}

// ---- Process -------------------------------------------------------------------------

constexpr u32 kEmpty = 0xffffffffu;

// Table is the shared memory of a block: a hash table, slot = number << 1 | seen again,
// and where the shapes of the bucket are by the parts of their first two free rows.
template <int Log> struct Table {
  u32 slot[1u << Log];
  u32 from[257];     // first shape whose two parts are at least so much
  u32 byRow[129];    // shapes before the pair (part, filling) of the first free row
  u32 byRows[1925];  // and of the second, for one clue of the first
  u32 warpTotal[33];
};

// Row is all but the last free row of a picture: the number so far, and the shares of
// the free columns without and with a cell in the last row.
struct Row {
  u32 base, share[kFree][2];
  u64 lastClue;
};

__device__ Row rowOf(const Plan &p, u32 cells, int x, int y) {
  Row r;
  u32 c0 = p.rowClue[freeRow(cells, 0)] >> (8 * x) & 255, c1 = p.rowClue[freeRow(cells, 1)] >> (8 * y) & 255;
  r.base = (c0 * kClues + c1) * kClues * kColumns;
  r.lastClue = p.rowClue[freeRow(cells, 2)];
  u32 digit = 1;
  for (int j = 0; j < kFree; j++, digit *= kClues) {
    u64 clue = p.colClue[freeCol(cells, j)];
    int filling = (x >> j & 1) | (y >> j & 1) << 1;
    r.share[j][0] = (u32)(clue >> (8 * filling) & 255) * digit;
    r.share[j][1] = (u32)(clue >> (8 * (filling | 4)) & 255) * digit;
  }
  return r;
}

__device__ u32 numberOf(const Row &r, int z) {
  return r.base + (u32)(r.lastClue >> (8 * z) & 255) * kColumns + r.share[0][z & 1] + r.share[1][z >> 1 & 1] + r.share[2][z >> 2 & 1];
}

// enter enters the numbers of a row that fall into one of several passes. It returns the
// change in the number of numbers seen once or, for descriptions, seen at all.
template <int Log> __device__ int enter(Table<Log> &t, bool descriptions, const Row &r, int log, u32 pass, u32 passes, u32 *error) {
  int change = 0;
  u32 mask = (1u << log) - 1;
  for (int z = 0; z < 8; z++) {
    u32 n = numberOf(r, z);
    if (passes > 1 && (((n * 0x85EBCA6Bu) >> 16) * passes) >> 16 != pass) continue;
    u32 at = (n * 0x9E3779B1u) >> (32 - log);
    for (u32 tries = 0;; at = (at + 1) & mask) {
      u32 old = atomicCAS(&t.slot[at], kEmpty, n << 1);
      if (old == kEmpty) { change++; break; }
      if (old >> 1 == n) {
        if (!descriptions && !(old & 1) && !(atomicOr(&t.slot[at], 1u) & 1)) change--;
        break;
      }
      if (++tries > mask) { *error = 1; break; }
    }
  }
  return change;
}

template <int Log> __device__ int logFor(u32 numbers) {
  int log = 32 - __clz(2 * numbers - 1);
  return log < 9 ? 9 : log > Log ? Log : log;
}

template <int Threads, int Log> __device__ void empty(Table<Log> &t, int log) {
  for (u32 i = thread(); i < 1u << log; i += Threads) t.slot[i] = kEmpty;
  __syncthreads();
}

// sums turns counts into the sums of those before, for the whole block.
template <int Threads, int Log> __device__ void sums(Table<Log> &t, u32 *s, int n) {
  int per = (n + Threads - 1) / Threads, a = thread() * per, b = a + per;
  a = a < n ? a : n;
  b = b < n ? b : n;
  u32 mine = 0;
  for (int i = a; i < b; i++) mine += s[i];
  u32 scan = warpScan(mine, thread() % kWarp);
  if (thread() % kWarp == kWarp - 1) t.warpTotal[thread() / kWarp] = scan;
  __syncthreads();
  u32 before = scan - mine;
  for (int w = 0; w < thread() / kWarp; w++) before += t.warpTotal[w];
  for (int i = a; i < b; i++) {
    u32 v = s[i];
    s[i] = before;
    before += v;
  }
  if (thread() == Threads - 1) s[n] = before;
  __syncthreads();
}

__device__ int lastAtMost(const u32 *s, int a, int b, u32 v) {
  while (a < b) {
    int mid = (a + b + 1) / 2;
    if (s[mid] <= v) a = mid; else b = mid - 1;
  }
  return a;
}

// twoRows counts the part of a bucket with one clue of the first free row, cut further
// by clues of the second, in several passes if even that does not fit the table.
template <int Threads, int Log> __device__ int twoRows(Table<Log> &t, const Plan &p, const u64 *keys, u32 start, int clue, u32 *error) {
  const u32 room = (1u << Log) / 2;
  int first = p.pairsFrom[clue], n = p.pairsFrom[clue + 1] - first, change = 0;
  for (int i = thread(); i < n * p.pairs; i += Threads) {
    u32 parts = (p.pair[first + i % n] >> 3) * 16 + (p.pair[i / n] >> 3);
    t.byRows[i] = t.from[parts + 1] - t.from[parts];
  }
  __syncthreads();
  sums<Threads>(t, t.byRows, n * p.pairs);
  for (int q = 0, end; q < p.rowClues; q = end) {
    u32 before = t.byRows[p.pairsFrom[q] * n];
    for (end = q + 1; end < p.rowClues && (t.byRows[p.pairsFrom[end + 1] * n] - before) * 8 <= room;) end++;
    u32 rows = t.byRows[p.pairsFrom[end] * n] - before, numbers = rows * 8;
    if (rows == 0) continue;
    u32 passes = numbers <= room ? 1 : (u32)(numbers * 5ull / 4 / room + 1);
    int log = passes > 1 ? Log : logFor<Log>(numbers);
    for (u32 pass = 0; pass < passes; pass++) {
      empty<Threads>(t, log);
      for (u32 e = thread(); e < rows; e += Threads) {
        int at = lastAtMost(t.byRows, p.pairsFrom[q] * n, p.pairsFrom[end] * n - 1, before + e);
        u8 one = p.pair[first + at % n], two = p.pair[at / n];
        u32 shape = t.from[(one >> 3) * 16 + (two >> 3)] + before + e - t.byRows[at];
        change += enter(t, p.descriptions, rowOf(p, cellsOf(keys[start + shape]), one & 7, two & 7), log, pass, passes, error);
      }
      __syncthreads();
    }
  }
  return change;
}

// count is this thread's share of the unique pictures, or of the descriptions, of a bucket whose first free row
// has a clue from low up to high. Keys must be sorted by the parts of two free rows.
template <int Threads, int Log> __device__ int count(Table<Log> &t, const Plan &p, const u64 *keys, u32 start, u32 size, int low, int high, u32 *error) {
  const u32 room = (1u << Log) / 2;
  int change = 0;
  if (size * 512 <= room) {
    int log = logFor<Log>(size * 512);
    empty<Threads>(t, log);
    for (u32 e = thread(); e < size * 64; e += Threads)
      change += enter(t, p.descriptions, rowOf(p, cellsOf(keys[start + (e >> 6)]), e >> 3 & 7, e & 7), log, 0, 1, error);
    __syncthreads();
    return change;
  }
  for (u32 parts = thread(); parts < 257; parts += Threads) {
    u32 a = 0, b = size;
    while (a < b) {
      u32 mid = (a + b) / 2;
      if ((keys[start + mid] >> 16 & 255) >= parts) b = mid; else a = mid + 1;
    }
    t.from[parts] = a;
  }
  __syncthreads();
  for (int i = thread(); i < p.pairs; i += Threads) {
    int part = p.pair[i] >> 3;
    t.byRow[i] = t.from[part * 16 + 16] - t.from[part * 16];
  }
  __syncthreads();
  sums<Threads>(t, t.byRow, p.pairs);
  for (int r = low, end; r < high; r = end) {
    u32 before = t.byRow[p.pairsFrom[r]];
    for (end = r + 1; end < high && (t.byRow[p.pairsFrom[end + 1]] - before) * 64 <= room;) end++;
    u32 rows = t.byRow[p.pairsFrom[end]] - before;
    if (rows * 64 > room) {
      change += twoRows<Threads>(t, p, keys, start, r, error);
      continue;
    }
    if (rows == 0) continue;
    int log = logFor<Log>(rows * 64);
    empty<Threads>(t, log);
    for (u32 e = thread(); e < rows * 8; e += Threads) {
      int at = lastAtMost(t.byRow, p.pairsFrom[r], p.pairsFrom[end] - 1, before + (e >> 3));
      u32 shape = t.from[(p.pair[at] >> 3) * 16] + before + (e >> 3) - t.byRow[at];
      change += enter(t, p.descriptions, rowOf(p, cellsOf(keys[start + shape]), p.pair[at] & 7, e & 7), log, 0, 1, error);
    }
    __syncthreads();
  }
  return change;
}

#ifdef __CUDACC__
#define TABLE(Log) extern __shared__ __align__(16) char memory[]; Table<Log> &t = *(Table<Log> *)memory
#else
#define TABLE(Log) static Table<Log> t
#endif

// process takes pieces of the list, from its front or its back, until none is left.
template <int Threads, int Log> __global__ void process(const Plan *plan, const Class *classes, const u64 *keys, const u64 *list, bool back, u64 room, u64 pieces, u32 *next, u64 *result, u32 *error) {
  TABLE(Log);
  SHARED u32 mine;
  for (;;) {
    if (thread() == 0) mine = atomicAdd(next, 1u);
    __syncthreads();
    u32 k = mine;
    __syncthreads();
    if (k >= pieces) return;
    u64 work = back ? list[room - 1 - k] : list[k];
    u32 start = work & ((1u << kStartBits) - 1), size = work >> kStartBits & ((1u << kSizeBits) - 1);
    int clue = (int)(work >> (kStartBits + kSizeBits)) - 1;
    const Class &c = classes[classOf(keys[start])];
    int change = count<Threads>(t, *plan, keys, start, size, clue < 0 ? 0 : clue, clue < 0 ? plan->rowClues : clue + 1, error);
    long long all = warpSum((long long)change);
    if (thread() % kWarp == 0 && all) add(&result[c.number], (u64)(all * bucketWeight(*plan, c, rowsOf(keys[start]))));
  }
}

#ifdef __CUDACC__
// fillAlone counts the buckets of one shape: key i is the shape with the cells i.
template <int Threads, int Log> __global__ void fillAlone(const Plan *plan, const u64 *keys, u32 n, u16 *alone, u32 *error) {
  TABLE(Log);
  SHARED int total;
  for (u32 i = blockIdx.x; i < n; i += gridDim.x) {
    if (thread() == 0) total = 0;
    __syncthreads();
    int change = warpSum(count<Threads>(t, *plan, keys, i, 1, 0, plan->rowClues, error));
    if (thread() % kWarp == 0 && change) atomicAdd(&total, change);
    __syncthreads();
    if (thread() == 0) alone[i] = (u16)total;
    __syncthreads();
  }
}

__global__ void countUp(u64 *keys, u32 n) {
  for (u32 i = globalThread(); i < n; i += globalThreads()) keys[i] = i;
}

struct BeginsBucket {
  const u64 *keys;
  __host__ __device__ bool operator()(u32 i) const { return i == 0 || keys[i] >> kCellBits != keys[i - 1] >> kCellBits; }
};
#endif

// ---- Host ----------------------------------------------------------------------------

// Lines is all lines of a length: clues are numbered as they first occur.
struct Lines {
  std::vector<int> clue, same;  // by line; by clue
};

static std::vector<int> clueOf(int line, int length) {
  std::vector<int> clue;
  for (int i = 0, run = 0; i <= length; i++) {
    if (i < length && line >> i & 1) run++;
    else if (run) { clue.push_back(run); run = 0; }
  }
  return clue;
}

static Lines linesOf(int length) {
  Lines s;
  std::map<std::vector<int>, int> number;
  for (int x = 0; x < 1 << length; x++)
    s.clue.push_back(number.emplace(clueOf(x, length), (int)number.size()).first->second);
  s.same.resize(number.size());
  for (auto &[clue, k] : number)
    s.same[k] = std::min(k, number[std::vector<int>(clue.rbegin(), clue.rend())]);
  return s;
}

// chooseFixed fixes the first, last and middle line, then further ones from extra on.
static std::vector<int> chooseFixed(int length, int extra) {
  std::vector<int> f;
  auto has = [&](int i) { return std::find(f.begin(), f.end(), i) != f.end(); };
  auto fix = [&](int i) { if ((int)f.size() < length - kFree && !has(i)) f.push_back(i); };
  fix(0);
  fix(length - 1);
  if (length % 2) fix(length / 2);
  for (int i = extra; (int)f.size() < length - kFree; i = (i + 1) % length) fix(i);
  std::sort(f.begin(), f.end());
  return f;
}

static std::vector<int> others(const std::vector<int> &fixed, int length) {
  std::vector<int> rest;
  for (int i = 0; i < length; i++)
    if (std::find(fixed.begin(), fixed.end(), i) == fixed.end()) rest.push_back(i);
  return rest;
}

static int placeOf(const std::vector<int> &v, int x) {
  auto at = std::find(v.begin(), v.end(), x);
  return at == v.end() ? -1 : (int)(at - v.begin());
}

// clueTable is, by part, the clues of the eight fillings.
static void clueTable(u64 *table, const Lines &lines, const std::vector<int> &fixed, const std::vector<int> &free) {
  for (int part = 0; part < 1 << fixed.size(); part++)
    for (int x = 0; x < 8; x++) {
      int line = 0;
      for (size_t j = 0; j < fixed.size(); j++) line |= (part >> j & 1) << fixed[j];
      for (size_t j = 0; j < free.size(); j++) line |= (x >> j & 1) << free[j];
      table[part] |= (u64)lines.clue[line] << (8 * x);
    }
}

// Census is a size on its way: the plan, its classes and batches, and the results.
struct Census {
  Plan p{};
  std::vector<int> colAt;
  std::vector<Class> classes;
  std::vector<u32> fillings;  // of each class
  struct Batch { size_t from, to; u64 fillings; };
  std::vector<Batch> batches;
  std::vector<u64> result;  // by class number

  Census(int rows, int cols, int extra);
  void listClasses(const Lines &lines);
  void cutBatches(u64 room);
};

Census::Census(int rows, int cols, int extra) {
  Lines inRow = linesOf(cols), inCol = linesOf(rows);
  auto rowAt = chooseFixed(rows, extra);
  colAt = chooseFixed(cols, extra);
  auto freeRows = others(rowAt, rows), freeCols = others(colAt, cols);
  p.rows = rows;
  p.cols = cols;
  p.fixedRows = (int)rowAt.size();
  p.fixedCols = (int)colAt.size();
  p.rowClues = (int)inRow.same.size();
  std::copy(rowAt.begin(), rowAt.end(), p.rowAt);
  std::copy(freeRows.begin(), freeRows.end(), p.freeRowAt);
  p.first = placeOf(rowAt, 0);
  p.last = placeOf(rowAt, rows - 1);
  p.middle = rows % 2 ? placeOf(rowAt, rows / 2) : -1;
  p.mirrorRows = p.first >= 0 && p.last >= 0;
  p.mirrorCols = placeOf(colAt, 0) >= 0 && placeOf(colAt, cols - 1) >= 0;
  p.transpose = rows == cols && p.mirrorRows && p.mirrorCols;
  clueTable(p.rowClue, inRow, colAt, freeCols);
  clueTable(p.colClue, inCol, rowAt, freeRows);
  std::vector<std::pair<int, int>> pairs;
  for (int i = 0; i < 8 << p.fixedCols; i++) pairs.push_back({(int)(p.rowClue[i >> 3] >> (8 * (i & 7)) & 255), i});
  std::sort(pairs.begin(), pairs.end());
  p.pairs = (int)pairs.size();
  for (int i = 0; i < p.pairs; i++) p.pair[i] = pairs[i].second;
  for (int r = 0, i = 0; r <= p.rowClues; r++) {
    while (i < p.pairs && pairs[i].first < r) i++;
    p.pairsFrom[r] = i;
  }
  std::copy(inRow.same.begin(), inRow.same.end(), p.rowSame);
  std::copy(inCol.same.begin(), inCol.same.end(), p.colSame);
  int n = 0, colClues = (int)inCol.same.size();
  for (int c = 0; c < colClues; c++) {
    p.colFrom[c] = n;
    for (int x = 0; x < 1 << rows; x++)
      if (inCol.clue[x] == c) p.colLine[n++] = x;
  }
  p.colFrom[colClues] = n;
  listClasses(inCol);
}

void Census::listClasses(const Lines &lines) {
  u32 clues = lines.same.size(), n = 1;
  for (int j = 0; j < p.fixedCols; j++) n *= clues;
  result.assign(n, 0);
  int first = placeOf(colAt, 0), last = placeOf(colAt, p.cols - 1);
  int middle = p.cols % 2 ? placeOf(colAt, p.cols / 2) : -1;
  for (u32 number = 0; number < n; number++) {
    Class c{number, 0, 0, 1, {}};
    u32 rest = number, size = 1;
    for (int j = p.fixedCols - 1; j >= 0; j--, rest /= clues) c.clue[j] = rest % clues;
    for (int j = 0; j < p.fixedCols; j++) size *= p.colFrom[c.clue[j] + 1] - p.colFrom[c.clue[j]];
    if (p.mirrorCols) {
      int a = lines.same[c.clue[first]], b = lines.same[c.clue[last]];
      c.weight = side(a - b);
      c.rank = rankOf(middle < 0 ? 0 : lines.same[c.clue[middle]], a, b);
    }
    if (c.weight == 0) continue;
    classes.push_back(c);
    fillings.push_back(size);
  }
}

// cutBatches puts classes together until their fillings are as many as there is room for.
void Census::cutBatches(u64 room) {
  for (size_t c = 0; c < classes.size();) {
    Batch b{c, c, 0};
    for (; c < classes.size() && c - b.from < 1u << 19 && (b.fillings == 0 || b.fillings + fillings[c] <= room); c++) b.fillings += fillings[c];
    b.to = c;
    batches.push_back(b);
  }
}

// The size of the hash tables: 2^13 and 2^14 slots.
#ifdef NARROW  // for tests: everything is cut
constexpr int kLogSmall = 10, kLogLarge = 10;
#else
constexpr int kLogSmall = 13, kLogLarge = 14;
#endif

#ifdef __CUDACC__
#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { fprintf(stderr, "%s, line %d: %s\n", #x, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)
constexpr int kThreadsSmall = 256, kThreadsLarge = 512, kThreadsAlone = 64, kLogAlone = 10;

template <class T> static T *onDevice(u64 n) {
  T *p;
  CHECK(cudaMalloc(&p, n * sizeof(T)));
  CHECK(cudaMemset(p, 0, n * sizeof(T)));
  return p;
}

// Machine holds the memory of one batch and runs the four steps.
struct Machine {
  u64 room;
  u64 *keys[2], *counters, *result;  // counters: keys, weights, large, small
  u32 *starts, *buckets, *next, *error;
  Class *classes;
  Plan *plan;
  u16 *alone;
  void *scratch;
  size_t scratchSize = 0;
  int gridSmall, gridLarge;

  explicit Machine(const Census &c) {
    room = 0;
    size_t mostClasses = 0;
    for (auto &b : c.batches) {
      room = std::max(room, b.fillings << (3 * c.p.fixedRows));
      mostClasses = std::max(mostClasses, b.to - b.from);
    }
    if (c.p.transpose) room = room * 3 / 4 + (1 << 20);  // many have weight 0
    room = std::min<u64>(room, (1ull << kStartBits) - 4096);
    for (auto &k : keys) k = onDevice<u64>(room);
    counters = onDevice<u64>(4);
    result = onDevice<u64>(c.result.size());
    starts = onDevice<u32>(room);
    buckets = onDevice<u32>(4);
    next = buckets + 1;
    error = buckets + 2;
    classes = onDevice<Class>(mostClasses);
    plan = onDevice<Plan>(1);
    CHECK(cudaMemcpy(plan, &c.p, sizeof c.p, cudaMemcpyHostToDevice));
    size_t sort = 0, select = 0;
    cub::DoubleBuffer<u64> both(keys[0], keys[1]);
    CHECK(cub::DeviceRadixSort::SortKeys(nullptr, sort, both, (int)room, 16, 64));
    CHECK(cub::DeviceSelect::If(nullptr, select, thrust::counting_iterator<u32>(0), starts, buckets, (int)room, BeginsBucket{keys[0]}));
    scratchSize = std::max(sort, select);
    CHECK(cudaMalloc(&scratch, scratchSize));
    gridSmall = configure(process<kThreadsSmall, kLogSmall>, kThreadsSmall, sizeof(Table<kLogSmall>));
    gridLarge = configure(process<kThreadsLarge, kLogLarge>, kThreadsLarge, sizeof(Table<kLogLarge>));
    int grid = configure(fillAlone<kThreadsAlone, kLogAlone>, kThreadsAlone, sizeof(Table<kLogAlone>));
    u64 *every = onDevice<u64>(1u << kCellBits);
    alone = onDevice<u16>(1u << kCellBits);
    countUp<<<1024, 256>>>(every, 1u << kCellBits);
    fillAlone<kThreadsAlone, kLogAlone><<<grid, kThreadsAlone, sizeof(Table<kLogAlone>)>>>(plan, every, 1u << kCellBits, alone, error);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(every));
  }

  template <class K> static int configure(K kernel, int threads, size_t shared) {
    int perProcessor;
    cudaDeviceProp device;
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perProcessor, kernel, threads, shared));
    CHECK(cudaGetDeviceProperties(&device, 0));
    return perProcessor * device.multiProcessorCount;
  }

  u64 run(const Census &c, const Census::Batch &b, const std::vector<Class> &of) {
    CHECK(cudaMemcpy(classes, of.data(), of.size() * sizeof(Class), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(counters, 0, 4 * sizeof(u64)));
    generate<<<2048, 256>>>(plan, classes, (int)of.size(), (u32)b.fillings, keys[0], room, counters, counters + 1);
    u64 count[4];
    CHECK(cudaMemcpy(count, counters, sizeof count, cudaMemcpyDeviceToHost));
    if (count[0] > room) { fprintf(stderr, "%llu keys, and room for %llu\n", (unsigned long long)count[0], (unsigned long long)room); exit(2); }
    if (count[0] == 0) return 0;
    int bits = 1;
    while (1u << bits < of.size()) bits++;
    cub::DoubleBuffer<u64> both(keys[0], keys[1]);
    CHECK(cub::DeviceRadixSort::SortKeys(scratch, scratchSize, both, (int)count[0], 16, kCellBits + kRowsBits + bits));
    CHECK(cub::DeviceSelect::If(scratch, scratchSize, thrust::counting_iterator<u32>(0), starts, buckets, (int)count[0], BeginsBucket{both.Current()}));
    u32 n;
    CHECK(cudaMemcpy(&n, buckets, sizeof n, cudaMemcpyDeviceToHost));
    split<<<2048, 256>>>(plan, classes, both.Current(), count[0], starts, n, alone, both.Alternate(), count[0], counters + 2, counters + 3, result, error);
    CHECK(cudaMemcpy(count, counters, sizeof count, cudaMemcpyDeviceToHost));
    CHECK(cudaMemset(next, 0, sizeof(u32)));
    if (count[2]) process<kThreadsLarge, kLogLarge><<<gridLarge, kThreadsLarge, sizeof(Table<kLogLarge>)>>>(plan, classes, both.Current(), both.Alternate(), false, count[0], count[2], next, result, error);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemset(next, 0, sizeof(u32)));
    if (count[3]) process<kThreadsSmall, kLogSmall><<<gridSmall, kThreadsSmall, sizeof(Table<kLogSmall>)>>>(plan, classes, both.Current(), both.Alternate(), true, count[0], count[3], next, result, error);
    CHECK(cudaDeviceSynchronize());
    return count[1];
  }

  bool finish(Census &c) {
    u32 failed;
    CHECK(cudaMemcpy(c.result.data(), result, c.result.size() * sizeof(u64), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(&failed, error, sizeof failed, cudaMemcpyDeviceToHost));
    return failed == 0;
  }
};
#else
struct Machine {
  std::vector<u64> result;
  u32 error = 0;

  explicit Machine(const Census &c) : result(c.result.size()) {}

  u64 run(const Census &c, const Census::Batch &b, const std::vector<Class> &of) {
    u64 n = 0, weights = 0, large = 0, small = 0;
    std::vector<u64> keys(b.fillings << (3 * c.p.fixedRows));
    generate(&c.p, of.data(), (int)of.size(), (u32)b.fillings, keys.data(), keys.size(), &n, &weights);
    keys.resize(n);
    std::sort(keys.begin(), keys.end(), [](u64 x, u64 y) { return x >> 16 < y >> 16; });
    std::vector<u32> starts;
    for (u32 i = 0; i < n; i++)
      if (i == 0 || keys[i] >> kCellBits != keys[i - 1] >> kCellBits) starts.push_back(i);
    std::vector<u64> list(n + kClues * (n / kLarge + 1));
    split(&c.p, of.data(), keys.data(), n, starts.data(), (u32)starts.size(), nullptr, list.data(), list.size(), &large, &small, result.data(), &error);
    u32 next = 0;
    process<1, kLogLarge>(&c.p, of.data(), keys.data(), list.data(), false, list.size(), large, &next, result.data(), &error);
    next = 0;
    process<1, kLogSmall>(&c.p, of.data(), keys.data(), list.data(), true, list.size(), small, &next, result.data(), &error);
    return weights;
  }

  bool finish(Census &c) {
    c.result = result;
    return error == 0;
  }
};
#endif

int main(int argc, char **argv) {
  bool descriptions = argc > 1 && std::string(argv[1]) == "--descriptions";
  argc -= descriptions, argv += descriptions;
  if (argc < 3) { fprintf(stderr, "usage: census [--descriptions] ROWS COLS [EXTRA [FROM TO [OUT]]]\n"); return 1; }
  int rows = atoi(argv[1]), cols = atoi(argv[2]), extra = argc > 3 ? atoi(argv[3]) : 1;
  if (rows < 4 || rows > 7 || cols < 4 || cols > 7) { fprintf(stderr, "census of %s by %s, expected sides from 4 to 7\n", argv[1], argv[2]); return 1; }
  auto began = std::chrono::steady_clock::now();
  Census c(rows, cols, extra);
  c.p.descriptions = descriptions;
  c.cutBatches(700000);
  size_t from = argc > 5 ? atol(argv[4]) : 0, to = argc > 5 ? atol(argv[5]) : c.batches.size();
  to = std::min(to, c.batches.size());
  Machine machine(c);
  u64 weights = 0;
  for (size_t b = from; b < to; b++) {
    auto &batch = c.batches[b];
    std::vector<Class> of(c.classes.begin() + batch.from, c.classes.begin() + batch.to);
    u32 offset = 0;
    for (size_t i = 0; i < of.size(); i++) {
      of[i].offset = offset;
      offset += c.fillings[batch.from + i];
    }
    weights += machine.run(c, batch, of);
  }
  bool ok = machine.finish(c);
  u64 total = 0;
  for (u64 v : c.result) total += v;
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  printf("{\"rows\":%d,\"cols\":%d,\"batches\":[%zu,%zu,%zu],\"grids\":%llu,\"%s\":%llu,\"ok\":%s}\n", rows, cols, from, to, c.batches.size(),
         (unsigned long long)weights * 512, descriptions ? "descriptions" : "unique", (unsigned long long)total, ok ? "true" : "false");
  fprintf(stderr, "%.1f s\n", seconds);
  if (argc > 6) {
    FILE *out = fopen(argv[6], "wb");
    if (!out || fwrite(c.result.data(), 8, c.result.size(), out) != c.result.size() || fclose(out)) { perror(argv[6]); return 1; }
  }
  return ok ? 0 : 3;
}
