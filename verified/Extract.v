(* The checker as an OCaml program. Booleans, lists, pairs and options become those of
   OCaml; numbers stay as Coq defines them. *)

From Coq Require Import Extraction ExtrOcamlBasic.
From Verified Require Import Nonogram Checker.

Extraction Language OCaml.
Extraction "checker.ml" setup start next finish.
