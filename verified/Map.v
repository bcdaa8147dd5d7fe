(* Maps from positive numbers, as trees that take two bits of the key at each node. *)

From Coq Require Import PArith.

Module M.

Inductive t (A : Type) :=
| Empty
| Node (one two three : option A) (t00 t01 t10 t11 : t A).
Arguments Empty {A}.
Arguments Node {A}.

Fixpoint find {A} (k : positive) (m : t A) {struct m} : option A :=
  match m with
  | Empty => None
  | Node one two three t00 t01 t10 t11 =>
    match k with
    | xH => one
    | xO xH => two
    | xI xH => three
    | xO (xO k') => find k' t00
    | xO (xI k') => find k' t01
    | xI (xO k') => find k' t10
    | xI (xI k') => find k' t11
    end
  end.

Definition leaf {A} : t A := Node None None None Empty Empty Empty Empty.

Fixpoint add {A} (k : positive) (v : A) (m : t A) : t A :=
  match (match m with Empty => leaf | _ => m end) with
  | Empty => Empty
  | Node one two three t00 t01 t10 t11 =>
    match k with
    | xH => Node (Some v) two three t00 t01 t10 t11
    | xO xH => Node one (Some v) three t00 t01 t10 t11
    | xI xH => Node one two (Some v) t00 t01 t10 t11
    | xO (xO k') => Node one two three (add k' v t00) t01 t10 t11
    | xO (xI k') => Node one two three t00 (add k' v t01) t10 t11
    | xI (xO k') => Node one two three t00 t01 (add k' v t10) t11
    | xI (xI k') => Node one two three t00 t01 t10 (add k' v t11)
    end
  end.

(* A node, or nothing if nothing is in it. *)
Definition node {A} (one two three : option A) (t00 t01 t10 t11 : t A) : t A :=
  match one, two, three, t00, t01, t10, t11 with
  | None, None, None, Empty, Empty, Empty, Empty => Empty
  | _, _, _, _, _, _, _ => Node one two three t00 t01 t10 t11
  end.

Fixpoint remove {A} (k : positive) (m : t A) : t A :=
  match m with
  | Empty => Empty
  | Node one two three t00 t01 t10 t11 =>
    match k with
    | xH => node None two three t00 t01 t10 t11
    | xO xH => node one None three t00 t01 t10 t11
    | xI xH => node one two None t00 t01 t10 t11
    | xO (xO k') => node one two three (remove k' t00) t01 t10 t11
    | xO (xI k') => node one two three t00 (remove k' t01) t10 t11
    | xI (xO k') => node one two three t00 t01 (remove k' t10) t11
    | xI (xI k') => node one two three t00 t01 t10 (remove k' t11)
    end
  end.

Definition empty (A : Type) : t A := Empty.

Lemma gempty {A} k : find k (empty A) = None.
Proof. destruct k; reflexivity. Qed.

(* Induction on a key by two bits. *)
Lemma two_bits (P : positive -> Prop) :
  P xH -> P (xO xH) -> P (xI xH) ->
  (forall k, P k -> P (xO (xO k)) /\ P (xO (xI k)) /\ P (xI (xO k)) /\ P (xI (xI k))) -> forall k, P k.
Proof.
  intros H1 H2 H3 H. assert (X : forall k, P k /\ P (xO k) /\ P (xI k)).
  { induction k as [k (A & B & C)|k (A & B & C)|]; auto; destruct (H k A) as (? & ? & ? & ?); auto. }
  intro k. apply X.
Qed.

Lemma gss {A} (v : A) : forall k m, find k (add k v m) = Some v.
Proof.
  apply (two_bits (fun k => forall m, find k (add k v m) = Some v)).
  1, 2, 3: intros []; reflexivity.
  intros k IH. repeat split; intros []; simpl; apply IH.
Qed.

Lemma gso {A} (v : A) : forall k j m, j <> k -> find j (add k v m) = find j m.
Proof.
  apply (two_bits (fun k => forall j m, j <> k -> find j (add k v m) = find j m)).
  1, 2, 3: intros [[j|j|]|[j|j|]|] [] N; simpl; try reflexivity; try (destruct j; reflexivity); congruence.
  intros k IH. repeat split; intros [[j|j|]|[j|j|]|] [] N; simpl; try reflexivity;
    try (destruct j; reflexivity); rewrite IH by congruence; try reflexivity; destruct j; reflexivity.
Qed.

Lemma find_node {A} k one two three (t00 t01 t10 t11 : t A) :
  find k (node one two three t00 t01 t10 t11) = find k (Node one two three t00 t01 t10 t11).
Proof.
  destruct one, two, three, t00, t01, t10, t11; try reflexivity. destruct k as [[| |]|[| |]|]; reflexivity.
Qed.

Lemma grs {A} : forall k (m : t A), find k (remove k m) = None.
Proof.
  apply (two_bits (fun k => forall m : t A, find k (remove k m) = None)).
  1, 2, 3: intros []; auto; cbn [remove]; rewrite find_node; reflexivity.
  intros k IH. repeat split; intros []; auto; cbn [remove]; rewrite find_node; apply IH.
Qed.

Lemma gro {A} : forall k j (m : t A), j <> k -> find j (remove k m) = find j m.
Proof.
  apply (two_bits (fun k => forall j (m : t A), j <> k -> find j (remove k m) = find j m)).
  1, 2, 3: intros j [] N; auto; cbn [remove]; rewrite find_node;
    destruct j as [[j|j|]|[j|j|]|]; try reflexivity; congruence.
  intros k IH. repeat split; intros j [] N; auto; cbn [remove]; rewrite find_node;
    destruct j as [[j|j|]|[j|j|]|]; try reflexivity; simpl; apply IH; congruence.
Qed.

End M.
