(* What a nonogram is, and what it means to solve one.

   This file is the statement that the checker is proved against. It defines
   puzzles, grids and solutions, and nothing else. *)

From Coq Require Import List Arith.
Import ListNotations.

(* Colors are numbers; 0 is the background. A line is the colors of its cells, in
   order, and a grid is a list of rows. *)
Notation color := nat (only parsing).
Notation line := (list color) (only parsing).
Notation grid := (list line) (only parsing).

(* A clue is a list of blocks. A block has a color and a length; the length of a
   blotted block, None, is unknown. *)
Record block := Block { size : option nat; ink : color }.
Notation clue := (list block) (only parsing).

(* The clue of a line of which nothing is known is None.

   given has an entry for every cell: Some color where the puzzle fixes the cell,
   None elsewhere. *)
Record puzzle := Puzzle {
  width : nat;
  height : nat;
  colors : nat;
  rows : list (option clue);
  columns : list (option clue);
  given : list (list (option color))
}.

(* The runs of a line, in order: maximal groups of adjacent cells of one color other
   than the background, each with its length and its color. *)
Definition begins_with (c : color) (l : line) : bool :=
  match l with [] => false | d :: _ => c =? d end.

Definition longer (rs : list (nat * color)) : list (nat * color) :=
  match rs with [] => [] | (n, c) :: others => (S n, c) :: others end.

Fixpoint runs (l : line) : list (nat * color) :=
  match l with
  | [] => []
  | c :: rest =>
    if c =? 0 then runs rest
    else if begins_with c rest then longer (runs rest)
    else (1, c) :: runs rest
  end.

(* A run is what a block describes. *)
Definition describes (b : block) (r : nat * color) : Prop :=
  ink b = snd r /\ (size b = None \/ size b = Some (fst r)).

(* A line fits a clue if the blocks of the clue describe its runs, one by one. Every line fits
   a clue that is missing. *)
Definition fits (c : option clue) (l : line) : Prop :=
  match c with None => True | Some bs => Forall2 describes bs (runs l) end.

Definition column (j : nat) (g : grid) : line := map (fun row => nth j row 0) g.
Definition all_columns (w : nat) (g : grid) : list line := map (fun j => column j g) (seq 0 w).

Definition keeps (known : option color) (c : color) : Prop := known = None \/ known = Some c.

Record solution (p : puzzle) (g : grid) : Prop := {
  has_height : length g = height p;
  has_width : Forall (fun row => length row = width p) g;
  has_colors : Forall (Forall (fun c => c < colors p)) g;
  rows_fit : Forall2 fits (rows p) g;
  columns_fit : Forall2 fits (columns p) (all_columns (width p) g);
  given_kept : Forall2 (Forall2 keeps) (given p) g
}.

(* What a certificate claims, with the solutions that it lists. *)
Inductive claim := Exactly | AtLeast.

Definition claim_holds (p : puzzle) (k : claim) (listed : list grid) : Prop :=
  NoDup listed /\
  match k with
  | Exactly => forall g, solution p g <-> In g listed
  | AtLeast => forall g, In g listed -> solution p g
  end.

(* Runs of three colors. *)
Example some_runs : runs [0; 1; 1; 0; 1; 2; 2] = [(2, 1); (1, 1); (2, 2)].
Proof. reflexivity. Qed.
