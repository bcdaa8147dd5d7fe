(* The head of a certificate: reads a puzzle, and writes one. Since what is read is
   written again and compared with the file, only text_of has to be trusted. *)

open Checker
open Stdlib

let symbols = ".#23456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/"
let max_side = 10_000
let max_cells = 4_000_000
let max_colors = 64

(* Numbers as Coq defines them. *)
let rec int_of_nat = function O -> 0 | S n -> 1 + int_of_nat n
let nats = Array.make (max_side + 1) O
let () = for i = 1 to max_side do nats.(i) <- S nats.(i - 1) done
let nat i = nats.(i)

(* The text of the head of a puzzle. *)
let text_of version (p : puzzle) =
  let text = Buffer.create 1000 in
  let put = Printf.bprintf in
  put text "%s\nsize %d %d\ncolors %d\n" version (int_of_nat p.width) (int_of_nat p.height) (int_of_nat p.colors);
  let put_clue kind clue =
    Buffer.add_string text kind;
    (match clue with
     | None -> put text " *"
     | Some blocks ->
       List.iter
         (fun b ->
           (match b.size with None -> put text " ?" | Some n -> put text " %d" (int_of_nat n));
           if int_of_nat b.ink <> 1 then put text ":%d" (int_of_nat b.ink))
         blocks);
    put text "\n"
  in
  List.iter (put_clue "row") p.rows;
  List.iter (put_clue "column") p.columns;
  if List.exists (List.exists Option.is_some) p.given then
    List.iter
      (fun row ->
        put text "given ";
        List.iter (function None -> put text "?" | Some c -> put text "%c" symbols.[int_of_nat c]) row;
        put text "\n")
      p.given;
  Buffer.contents text

let color_of s colors c =
  match String.index_opt symbols c with
  | Some i when i < colors -> nat i
  | _ -> Scanner.fail s "expected a color"

let size s = function
  | Some n when n > 0 && n <= max_side -> n
  | _ -> Scanner.fail s "expected a number from 1 to 10000"

let block s colors text =
  let length, ink =
    match String.index_opt text ':' with
    | None -> text, Some 1
    | Some i -> String.sub text 0 i, Scanner.number (String.sub text (i + 1) (String.length text - i - 1))
  in
  match ink with
  | Some c when c > 0 && c < colors ->
    { size = (if length = "?" then None else Some (nat (size s (Scanner.number length)))); ink = nat c }
  | _ -> Scanner.fail s "expected a block"

(* Whether blocks, after so many cells, need no more cells than a line can have. *)
let rec fits cells = function
  | [] -> true
  | b :: rest ->
    let gap = match rest with next :: _ when next.ink = b.ink -> 1 | _ -> 0 in
    let cells = cells + (match b.size with None -> 1 | Some n -> int_of_nat n) in
    cells <= max_side && fits (cells + gap) rest

(* Lines of a head are not longer than this. *)
let max_line = 1 lsl 20

let given_row s colors line =
  List.map (function '?' -> None | c -> Some (color_of s colors c)) (List.of_seq (String.to_seq line))

let times n f =
  let rec go n found = if n = 0 then List.rev found else go (n - 1) (f () :: found) in
  go n []

let next_is_given (s : Scanner.t) = Scanner.peek s = Some 'g'

(* The version, the puzzle. *)
let read s =
  let text = Buffer.create 1000 in
  let line () =
    let l = Scanner.whole_line s max_line in
    Buffer.add_string text l;
    Buffer.add_char text '\n';
    l
  in
  let version = line () in
  if version = "nonogram-certificate 3" then
    Scanner.fail s "a certificate of a triddler, and this checker takes only rectangles";
  if version <> "nonogram-certificate 1" && version <> "nonogram-certificate 2" then
    Scanner.fail s "no certificate, or of another version";
  let numbers kind =
    match String.split_on_char ' ' (line ()) with
    | word :: numbers when word = kind -> List.map (fun n -> size s (Scanner.number n)) numbers
    | _ -> Scanner.fail s ("expected " ^ kind)
  in
  let width, height = match numbers "size" with [ w; h ] when w * h <= max_cells -> w, h | _ -> Scanner.fail s "a wrong size" in
  let colors = match numbers "colors" with [ n ] when n > 1 && n <= max_colors -> n | _ -> Scanner.fail s "a wrong number of colors" in
  let clue kind () =
    match String.split_on_char ' ' (line ()) with
    | [ word; "*" ] when word = kind -> None
    | word :: blocks when word = kind ->
      let blocks = List.map (block s colors) blocks in
      if not (fits 0 blocks) then Scanner.fail s "a clue needs more than 10000 cells";
      Some blocks
    | _ -> Scanner.fail s ("expected a " ^ kind)
  in
  let rows = times height (clue "row") in
  let columns = times width (clue "column") in
  let given_line () =
    let l = line () in
    if String.length l <> 6 + width || String.sub l 0 6 <> "given " then Scanner.fail s "expected given cells";
    given_row s colors (String.sub l 6 width)
  in
  let unknown = times width (fun () -> None) in
  let given = times height (if next_is_given s then given_line else fun () -> unknown) in
  let p = { width = nat width; height = nat height; colors = nat colors; rows; columns; given } in
  if text_of version p <> Buffer.contents text then Scanner.fail s "the head is not written as it should be";
  version, p
