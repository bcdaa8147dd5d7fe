(* nonogram-verified checks certificates with the checker that is proved correct.

   This program reads, the checker decides. If the steps are misread, the checker refuses
   them or proves its claim by other steps; if the head is misread, what is proved is
   about another puzzle. See docs/verified.md. *)

open Checker
open Stdlib

(* All that the program can do with the checker: states come from start and next only. *)
module Session : sig
  type t

  val start : puzzle -> t
  val next : t -> step -> (t, reason) Stdlib.result
  val finish : t -> claim -> n -> reason option
end = struct
  type t = setting * state

  let start p = setup p, Checker.start p
  let next (e, st) s = match Checker.next e st s with Next st -> Ok (e, st) | Failed r -> Error r
  let finish (_, st) k n = Checker.finish st k n
end

let message = function
  | ClauseMissing -> "there is no such clause, or no longer"
  | ClauseOpen -> "a clause says nothing here: several of its literals are open"
  | ClauseUnproved -> "the clause does not follow: its hints lead to no contradiction"
  | NumberOld -> "the number of a clause is not above all before"
  | GridWrong -> "the grid is no solution"
  | GridListed -> "the solution is listed already"
  | TotalsAgree -> "the totals agree, or are not known"
  | GridUnknown -> "there is no listed solution of that number"
  | Unweighable -> "weights are for two colors and lines whose lengths are all known"
  | Malformed -> "a step is malformed"
  | CountWrong -> "the certificate lists another number of solutions"
  | NoContradiction -> "the steps lead to no contradiction, so there may be other solutions"

(* Numbers as Coq defines them. *)
let rec make_positive n = if n = 1 then XH else if n land 1 = 1 then XI (make_positive (n / 2)) else XO (make_positive (n / 2))
let positives = Array.init 4096 (fun n -> make_positive (max 1 n))
let positive n = if n < Array.length positives then positives.(n) else make_positive n
let z n = if n = 0 then Z0 else if n > 0 then Zpos (positive n) else Zneg (positive (-n))
let binary n = if n = 0 then N0 else Npos (positive n)

(* The numbering of literals: docs/certificates.md. *)
type literals = {
  colors : int;
  cells : int; (* variables *)
  cell_literals : int;
  highest : int;
  lines : (int * int * int) array; (* the first literal, the first block, the slack *)
  weighable : bool; (* no line is too large for weights *)
  made : (int, literal) Hashtbl.t; (* literals are shared *)
}

let max_nodes = 1 lsl 20

let slack length clue =
  let rec least = function
    | { size = Some n; ink } :: rest ->
      let gap = match rest with b :: _ when b.ink = ink -> 1 | _ -> 0 in
      Option.map (fun m -> m + gap + Head.int_of_nat n) (least rest)
    | { size = None; _ } :: _ -> None
    | [] -> Some 0
  in
  match least clue with Some n -> max 0 (length - n) | None -> 0

let literals_of version (p : puzzle) =
  let width = Head.int_of_nat p.width and height = Head.int_of_nat p.height and colors = Head.int_of_nat p.colors in
  let cells = width * height in
  let cell_literals = if colors = 2 then cells else cells * colors in
  let number (lines, literal, block) (length, clue) =
    let clue = Option.value clue ~default:[] in
    let n = List.length clue and slack = slack length clue in
    (if n * slack > 0 then (literal, block, slack) :: lines else lines), literal + (n * slack), block + n
  in
  let all = List.map (fun c -> width, c) p.rows @ List.map (fun c -> height, c) p.columns in
  let lines, after, _ = List.fold_left number ([], cell_literals + 1, cells + 1) all in
  let highest = if version = "nonogram-certificate 1" then cell_literals else after - 1 in
  let weighable = List.for_all (fun (n, c) -> let c = Option.value c ~default:[] in (List.length c + 1) * (slack n c + 1) <= max_nodes) all in
  { colors; cells; cell_literals; highest = min highest 0x7fffffff; lines = Array.of_list (List.rev lines); weighable; made = Hashtbl.create 1000 }

let block_literal t n sign =
  let rec search lo hi =
    if hi - lo <= 1 then t.lines.(lo)
    else
      let mid = (lo + hi) / 2 in
      let first, _, _ = t.lines.(mid) in
      if first <= n then search mid hi else search lo mid
  in
  let first, block, slack = search 0 (Array.length t.lines) in
  let i = n - first in
  { var = positive (block + (i / slack)); sign; what = From (Head.nat ((i mod slack) + 1)) }

let make_literal t l =
  let n = abs l and sign = l > 0 in
  if n > t.cell_literals then block_literal t n sign
  else if t.colors = 2 then { var = positive n; sign; what = Is (Head.nat 1) }
  else { var = positive (((n - 1) / t.colors) + 1); sign; what = Is (Head.nat ((n - 1) mod t.colors)) }

let literal s t text =
  match Scanner.signed text with
  | Some l when l <> 0 && abs l <= t.highest -> (
    match Hashtbl.find_opt t.made l with
    | Some literal -> literal
    | None ->
      let literal = make_literal t l in
      Hashtbl.add t.made l literal;
      literal)
  | _ -> Scanner.fail s ("expected a literal, found " ^ text)

let id s text =
  match Scanner.number text with
  | Some n when n > 0 -> positive n
  | _ -> Scanner.fail s ("expected the number of a clause, found " ^ text)

(* All fields up to the end of the line, each made into something. *)
let rest s make =
  let rec go found = match Scanner.field s with "" -> List.rev found | text -> go (make text :: found) in
  go []

(* The number of no clause: all are below 2^53. *)
let no_clause = 1 lsl 53

let hint s ~width ~height text =
  let line limit shift =
    match Scanner.number (String.sub text 1 (String.length text - 1)) with
    | Some n when n > 0 && n <= limit -> ByLine (positive (n + shift))
    | _ -> Scanner.fail s (text ^ " names no line")
  in
  match text.[0] with
  | 'r' -> line height 0
  | 'c' -> line width height
  | _ -> (
    match Scanner.number text with
    | Some 0 -> ByClause (positive no_clause)
    | Some n -> ByClause (positive n)
    | None -> Scanner.fail s ("expected a hint, found " ^ text))

let clause s t =
  let rec go found =
    match Scanner.word s "a literal or a colon" with
    | ":" -> List.rev found
    | text -> go (literal s t text :: found)
  in
  go []

let grid s ~width ~height ~colors =
  Head.times height (fun () ->
      let line = Scanner.whole_line s (width + 1) in
      if String.length line <> width then Scanner.fail s "a row has the wrong length";
      List.map (Head.color_of s colors) (List.of_seq (String.to_seq line)))

let max_weight = 0x7fffffff

let weight s =
  match Scanner.word s "a weight" with
  | "-0" -> Scanner.fail s "expected a weight, found -0"
  | text -> (
    match Scanner.signed text with
    | Some n when abs n <= max_weight -> n
    | _ -> Scanner.fail s ("expected a weight, found " ^ text))

let claim s =
  let kind =
    match Scanner.word s "exactly or at-least" with
    | "exactly" -> Exactly
    | "at-least" -> AtLeast
    | text -> Scanner.fail s ("expected exactly or at-least, found " ^ text)
  in
  match Scanner.number (Scanner.word s "the number of solutions") with
  | None -> Scanner.fail s "expected a number"
  | Some n ->
    Scanner.newline s;
    Scanner.end_of_file s;
    kind, n

let sentence kind n =
  match kind, n with
  | Exactly, 0 -> "no solution"
  | Exactly, 1 -> "exactly 1 solution"
  | Exactly, n -> Printf.sprintf "exactly %d solutions" n
  | AtLeast, 1 -> "at least 1 solution"
  | AtLeast, n -> Printf.sprintf "at least %d solutions" n

let check s =
  let version, p = Head.read s in
  let t = literals_of version p in
  let width = Head.int_of_nat p.width and height = Head.int_of_nat p.height in
  let hints () = rest s (hint s ~width ~height) in
  let rec steps session =
    let line = s.Scanner.line in
    let reject reason = raise (Scanner.Rejected (line, message reason)) in
    let take step =
      match Session.next session step with
      | Ok session -> steps session
      | Error reason -> reject reason
    in
    let take_line step = Scanner.newline s; take step in
    match Scanner.word s "a step" with
    | "k" -> take_line (Know (hints ()))
    | "a" ->
      let id = id s (Scanner.word s "the number of a clause") in
      let literals = clause s t in
      take_line (Add (id, literals, hints ()))
    | "d" -> take_line (Delete (rest s (id s)))
    | "s" ->
      let id = id s (Scanner.word s "the number of a clause") in
      Scanner.newline s;
      take (Solution (id, grid s ~width ~height ~colors:t.colors))
    | "t" -> (
      match Scanner.number (Scanner.word s "a color") with
      | Some c when c > 0 && c < t.colors -> take_line (Totals (Head.nat c))
      | _ -> Scanner.fail s "expected a color")
    | "w" ->
      let word = Scanner.word s "the number of a solution" in
      if not t.weighable then Scanner.fail s "a line is too large for weights";
      let weights () = Head.times t.cells (fun () -> z (weight s)) in
      if word = "0" then (
        if weight s <> 0 then Scanner.fail s "expected the unit 0 without a solution";
        take_line (Opposed (weights ())))
      else
        let id = id s word in
        let unit = match weight s with n when n > 0 -> positive n | _ -> Scanner.fail s "expected a unit" in
        take_line (Weights (id, unit, weights ()))
    | "end" -> (
      let kind, n = claim s in
      match Session.finish session kind (binary n) with
      | Some reason -> reject reason
      | None -> sentence kind n)
    | text -> Scanner.fail s ("no step: " ^ text)
  in
  steps (Session.start p)

(* Sizes in words of eight bytes: of the heap for new values, and of both heaps at most. *)
let new_words = 1 lsl 25
let max_words = 1 lsl 28

exception Too_large

let limit_memory () =
  Gc.set { (Gc.get ()) with minor_heap_size = new_words; space_overhead = 1000 };
  ignore (Gc.create_alarm (fun () -> if (Gc.quick_stat ()).heap_words + new_words > max_words then raise Too_large))

let check_file name =
  let channel = if name = "-" then stdin else open_in_bin name in
  Fun.protect
    ~finally:(fun () -> close_in_noerr channel)
    (fun () ->
      match check (Scanner.create channel) with
      | claim -> true, "accepted: " ^ claim
      | exception Scanner.Rejected (line, text) -> false, Printf.sprintf "rejected: line %d: %s" line text
      | exception Too_large -> false, "rejected: takes more than 2 GB of memory"
      | exception Stack_overflow -> false, "rejected: takes more stack than this process has")

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [] ->
    prerr_endline "usage: nonogram-verified FILE.proof...";
    exit 1
  | names ->
    limit_memory ();
    let report name =
      let accepted, text = check_file name in
      print_endline (if List.tl names = [] then text else name ^ ": " ^ text);
      accepted
    in
    let verdicts = try List.map report names with Sys_error text -> prerr_endline text; exit 1 in
    exit (if List.for_all Fun.id verdicts then 0 else 3)
