(* Reads a certificate as characters, lines and fields. Nothing here is verified. *)

exception Rejected of int * string

type t = { channel : in_channel; buffer : Bytes.t; mutable at : int; mutable size : int; mutable line : int }

let create channel = { channel; buffer = Bytes.create 65536; at = 0; size = 0; line = 1 }

let fail s message = raise (Rejected (s.line, message))

(* The next character without reading it, None at the end of the file. *)
let peek s =
  if s.at = s.size then begin
    s.size <- input s.channel s.buffer 0 (Bytes.length s.buffer);
    s.at <- 0
  end;
  if s.size = 0 then None else Some (Bytes.unsafe_get s.buffer s.at)

let char s =
  match peek s with
  | None -> fail s "the certificate is cut off: the last line is missing"
  | Some c -> s.at <- s.at + 1; c

let max_field = 20

(* The next field of the line, "" at its end. The line feed is not read. *)
let field s =
  let text = Buffer.create max_field in
  let rec go () =
    if peek s = Some '\n' then ()
    else
      match char s with
      | ' ' | '\t' -> if Buffer.length text = 0 then go ()
      | '\r' ->
        if peek s <> Some '\n' then fail s "found a carriage return that does not end the line";
        go ()
      | c ->
        if Buffer.length text = max_field then fail s "a field is too long";
        Buffer.add_char text c;
        go ()
  in
  go ();
  Buffer.contents text

let word s what =
  match field s with
  | "" -> fail s ("expected " ^ what ^ ", found the end of the line")
  | text -> text

let newline s =
  if field s <> "" then fail s "expected the end of the line";
  ignore (char s);
  s.line <- s.line + 1

let end_of_file s = if peek s <> None then fail s "expected nothing after the last line"

(* A whole line of at most limit characters. *)
let whole_line s limit =
  let text = Buffer.create 80 in
  let rec go () =
    match char s with
    | '\n' -> ()
    | c ->
      if Buffer.length text > limit then fail s "the line is too long";
      Buffer.add_char text c;
      go ()
  in
  go ();
  s.line <- s.line + 1;
  let n = Buffer.length text in
  if n > 0 && Buffer.nth text (n - 1) = '\r' then Buffer.sub text 0 (n - 1) else Buffer.contents text

(* Decimal digits without zeros in front, below 2^53. *)
let number text =
  let n = String.length text in
  if n = 0 || n > 16 || (text.[0] = '0' && n > 1) || not (String.for_all (fun c -> c >= '0' && c <= '9') text) then None
  else
    match int_of_string text with
    | n when n < 1 lsl 53 -> Some n
    | _ -> None

let signed text =
  if text <> "" && text.[0] = '-' then
    Option.map (fun n -> -n) (number (String.sub text 1 (String.length text - 1)))
  else number text
