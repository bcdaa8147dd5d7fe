(* The line solver: given the colors that each cell of a line may have and the range
   of offsets of each block, find the colors and offsets that occur in some arrangement.

   Push all blocks of the line to the left. An arrangement is a path through a lattice:
   a step right for every further empty cell, a step down for every block together with
   the gap that must follow it. In row j and column d of the lattice, j blocks and d
   further empty cells have been placed. The offset of a block is the column in which
   the path steps down. Rows of the lattice are lists of booleans, so that no numbers
   are computed.

   Only one direction is proved, the one that the checker relies on: every arrangement
   within the given sets and ranges is within the sets and ranges that are returned. *)

From Coq Require Import List Arith Bool Lia.
From Verified Require Import Nonogram.
Import ListNotations.

(* A set of colors: entry c says whether color c is in it. *)
Notation cset := (list bool) (only parsing).
Definition has (c : color) (s : cset) : bool := nth c s false.

Fixpoint add (c : color) (s : cset) : cset :=
  match c, s with
  | O, [] => [true]
  | O, _ :: s' => true :: s'
  | S c', [] => false :: add c' []
  | S c', b :: s' => b :: add c' s'
  end.

Definition put (c : color) (s : cset) : cset := if has c s then s else add c s.

(* A block of known length: its length and its color. *)
Notation solid := (nat * color)%type (only parsing).

(* The number of empty cells that must follow a block of color c. *)
Definition gap (c : color) (bs : list solid) : nat :=
  match bs with [] => 0 | (_, d) :: _ => if c =? d then 1 else 0 end.

(* The least number of cells that blocks take. *)
Fixpoint least (bs : list solid) : nat :=
  match bs with [] => 0 | (n, c) :: bs' => n + gap c bs' + least bs' end.

(* Steps right. come: a path leads to the first node from the left. *)
Fixpoint spread (come : bool) (front : list bool) (ms : list cset) : list bool :=
  match front with
  | [] => []
  | f :: front' =>
    let here := f || come in
    here :: match ms with [] => front' | m :: ms' => spread (here && has 0 m) front' ms' end
  end.

(* The number of cells that must still follow until n adjacent ones may have color c. *)
Definition tick (n : nat) (c : color) (k : nat) (m : cset) : nat :=
  if has c m then pred k else n.

(* Reads i cells. *)
Fixpoint prime (n : nat) (c : color) (i k : nat) (ms : list cset) : nat * list cset :=
  match i, ms with
  | S i', m :: ms' => prime n c i' (tick n c k m) ms'
  | _, _ => (k, ms)
  end.

Definition is_zero (k : nat) : bool := match k with O => true | S _ => false end.
Definition open_end (g : bool) (ms : list cset) : bool :=
  if g then match ms with [] => false | m :: _ => has 0 m end else true.

(* Steps down that are possible: the last cell of the block is the first of ms. Columns
   from lo on are allowed, and upto many from here on. *)
Fixpoint down (n : nat) (c : color) (g : bool) (k lo upto : nat) (front : list bool) (ms : list cset) : list bool :=
  match front, ms with
  | f :: front', m :: ms' =>
    let k' := tick n c k m in
    (f && is_zero k' && is_zero lo && negb (is_zero upto) && open_end g ms')
      :: down n c g k' (pred lo) (pred upto) front' ms'
  | _, _ => []
  end.

Fixpoint both (xs ys : list bool) : list bool :=
  match xs, ys with x :: xs', y :: ys' => (x && y) :: both xs' ys' | _, _ => [] end.

(* Gives color c to n cells from every mark on, and to the first k. *)
Fixpoint paint (n : nat) (c : color) (k : nat) (marks : list bool) (can : list cset) : list cset :=
  match can with
  | [] => []
  | s :: can' =>
    match marks with
    | true :: marks' => put c s :: paint n c (pred n) marks' can'
    | false :: marks' =>
      match k with
      | O => s :: paint n c 0 marks' can'
      | S k' => put c s :: paint n c k' marks' can'
      end
    | [] => match k with O => can | S k' => put c s :: paint n c k' [] can' end
    end
  end.

Fixpoint dots (marks : list bool) (can : list cset) : list cset :=
  match marks, can with
  | m :: marks', s :: can' => (if m then put 0 s else s) :: dots marks' can'
  | _, _ => can
  end.

(* Steps right once more, from the right: which nodes of the row lead to a mark, and which
   cells are empty on the way. *)
Fixpoint back (front marks : list bool) (ms can : list cset) : list bool * list cset :=
  match marks, ms, can, front with
  | k :: marks', m :: ms', s :: can', f :: front' =>
    let (lead, can2) := back front' marks' ms' can' in
    let right := has 0 m && hd false lead in
    ((k || right) :: lead, (if f && right then put 0 s else s) :: can2)
  | _, _, _, _ => (marks, can)
  end.

Fixpoint last_only (front : list bool) : list bool :=
  match front with
  | [] => []
  | [f] => [f]
  | _ :: front' => false :: last_only front'
  end.

(* The first and the last mark. *)
Fixpoint ends (i : nat) (marks : list bool) (lo hi : nat) (found : bool) : nat * nat :=
  match marks with
  | [] => (lo, hi)
  | true :: marks' => ends (S i) marks' (if found then lo else i) i true
  | false :: marks' => ends (S i) marks' lo hi found
  end.

Fixpoint blanks (n : nat) (can : list cset) : list cset :=
  match n with O => can | S n' => [] :: blanks n' can end.

(* front: the nodes of the first row that paths lead to from above. The result: the nodes
   of that row on paths to the last node, the colors of cells, the offsets of blocks. *)
Fixpoint solve (bs : list solid) (rs : list (nat * nat)) (front : list bool) (ms : list cset)
  : option (list bool * list cset * list (nat * nat)) :=
  let front := spread false front ms in
  match bs, rs with
  | [], _ =>
    if last front false then
      let (lead, can) := back front (last_only front) ms (blanks (length ms) []) in
      Some (lead, can, [])
    else None
  | (n, c) :: bs', (lo, hi) :: rs' =>
    let g := gap c bs' in
    let (k, ms1) := prime n c (pred n) n ms in
    let steps := down n c (negb (is_zero g)) k lo (S hi) front ms1 in
    match solve bs' rs' steps (skipn (n + g) ms) with
    | None => None
    | Some (lead, can, spans) =>
      let marks := both steps lead in
      let can := if is_zero g then can else dots marks ([] :: can) in
      let can := paint n c 0 marks (blanks n can) in
      let (lead, can) := back front marks ms can in
      Some (lead, can, ends 0 marks 0 0 false :: spans)
    end
  | _, [] => None
  end.

(* Arrangements as paths: from column o on, blocks bs with offsets offs take the cells l. *)
Inductive path : nat -> list solid -> list nat -> line -> Prop :=
| path_nil o k : path o [] [] (repeat 0 k)
| path_cons o p n c bs offs rest :
  path (o + p) bs offs rest -> 0 < n -> c <> 0 ->
  path o ((n, c) :: bs) (o + p :: offs) (repeat 0 p ++ repeat c n ++ repeat 0 (gap c bs) ++ rest).

(* Lines that fit a clue are paths. *)

Definition describes_solid (b : solid) (r : nat * color) : Prop := b = r.

Lemma path_shift o bs offs l : path (S o) bs offs l -> path o bs offs (0 :: l).
Proof.
  intro H. inversion H; subst.
  - change (0 :: repeat 0 k) with (repeat 0 (S k)). constructor.
  - replace (S o + p) with (o + S p) in * by lia.
    change (0 :: repeat 0 p ++ ?x) with (repeat 0 (S p) ++ x). constructor; auto.
Qed.

Lemma runs_nonzero l r rs : runs l = r :: rs -> 0 < fst r /\ snd r <> 0.
Proof.
  revert r rs. induction l as [|c l IH]; simpl; intros r rs; [discriminate|].
  destruct (c =? 0) eqn:E; [apply IH|]. apply Nat.eqb_neq in E.
  destruct (begins_with c l).
  - destruct (runs l) as [|[n d] others]; simpl; [discriminate|].
    intro H. inversion H; subst. destruct (IH _ _ eq_refl). simpl in *. lia.
  - intro H. inversion H; subst. simpl. lia.
Qed.

Lemma runs_head (c : color) (l : line) : c <> 0 -> exists n rs, runs (c :: l) = (n, c) :: rs.
Proof.
  revert c. induction l as [|d l IH]; intros c Hc; simpl; destruct (c =? 0) eqn:E.
  1, 3: apply Nat.eqb_eq in E; lia.
  - eauto.
  - destruct (c =? d) eqn:E2.
    + apply Nat.eqb_eq in E2. subst d. destruct (IH c Hc) as (n & rs & H).
      simpl in H. rewrite E in *. rewrite H. simpl. eauto.
    + eauto.
Qed.

Lemma runs_path m : forall l o, length l <= m -> exists offs, path o (runs l) offs l.
Proof.
  induction m as [|m IH]; intros l o Hm.
  - destruct l; simpl in Hm; [|lia]. exists []. apply (path_nil o 0).
  - destruct l as [|c l]; [exists []; apply (path_nil o 0)|].
    simpl in Hm. simpl. destruct (c =? 0) eqn:E.
    + apply Nat.eqb_eq in E. subst c. destruct (IH l (S o)) as [offs H]; [lia|].
      exists offs. now apply path_shift.
    + apply Nat.eqb_neq in E. destruct l as [|d l].
      * exists [o]. simpl. replace [c] with (repeat 0 0 ++ repeat c 1 ++ repeat 0 (gap c []) ++ [] : list nat) by reflexivity.
        replace [o] with [o + 0] by (f_equal; lia). constructor; auto.
        apply (path_nil _ 0).
      * simpl in Hm. simpl begins_with. destruct (c =? d) eqn:E2.
        -- apply Nat.eqb_eq in E2. subst d. destruct (runs_head c l E) as (n & rs & Hr).
           destruct (IH (c :: l) o) as [offs H]; [simpl; lia|].
           rewrite Hr in H. rewrite Hr. simpl longer. inversion H; subst.
           destruct p as [|p].
           2:{ simpl in *. congruence. }
           exists (o + 0 :: offs0).
           change (path o ((S n, c) :: rs) (o + 0 :: offs0) (repeat 0 0 ++ repeat c (S n) ++ repeat 0 (gap c rs) ++ rest)).
           constructor; auto; lia.
        -- apply Nat.eqb_neq in E2. destruct d as [|d].
           ++ (* the cell after the run is empty *)
              simpl runs. destruct (gap c (runs l)) as [|[|g]] eqn:G.
              ** destruct (IH (0 :: l) (o + 0)) as [offs H]; [simpl; lia|]. simpl in H.
                 exists (o + 0 :: offs).
                 replace (c :: 0 :: l) with (repeat 0 0 ++ repeat c 1 ++ repeat 0 (gap c (runs l)) ++ 0 :: l) by (rewrite G; reflexivity).
                 constructor; auto; lia.
              ** destruct (IH l (o + 0)) as [offs H]; [simpl; lia|].
                 exists (o + 0 :: offs).
                 replace (c :: 0 :: l) with (repeat 0 0 ++ repeat c 1 ++ repeat 0 (gap c (runs l)) ++ l) by (rewrite G; reflexivity).
                 constructor; auto; lia.
              ** exfalso. unfold gap in G. destruct (runs l) as [|[? e] ?]; [lia|]. destruct (c =? e); lia.
           ++ destruct (runs_head (S d) l) as (n & rs & Hr); [lia|].
              destruct (IH (S d :: l) (o + 0)) as [offs H]; [simpl; lia|].
              exists (o + 0 :: offs).
              assert (G : gap c (runs (S d :: l)) = 0).
              { rewrite Hr. simpl gap. destruct (Nat.eqb_spec c (S d)); [lia|reflexivity]. }
              replace (c :: S d :: l) with (repeat 0 0 ++ repeat c 1 ++ repeat 0 (gap c (runs (S d :: l))) ++ S d :: l) by (rewrite G; reflexivity).
              constructor; auto; lia.
Qed.

Lemma path_least o bs offs l : path o bs offs l -> least bs <= length l.
Proof.
  induction 1; simpl; [lia|]. rewrite !app_length, !repeat_length. lia.
Qed.

Lemma path_bound o bs offs l :
  path o bs offs l -> Forall (fun d => d + least bs <= o + length l) offs.
Proof.
  induction 1; constructor.
  - simpl. rewrite !app_length, !repeat_length. apply path_least in H. lia.
  - eapply Forall_impl; [|apply IHpath]. intros d Hd. simpl in *.
    rewrite !app_length, !repeat_length. lia.
Qed.

(* Sets at positions: cell i of l is allowed by entry o + i of ms. *)
Definition agree (o : nat) (l : line) (ms : list cset) : Prop :=
  forall i x, nth_error l i = Some x -> has x (nth (o + i) ms []) = true.

Lemma agree_app o a b ms : agree o (a ++ b) ms <-> agree o a ms /\ agree (o + length a) b ms.
Proof.
  unfold agree. split.
  - intro H. split; intros i x Hi.
    + apply H. rewrite nth_error_app1; [auto|]. apply nth_error_Some. congruence.
    + rewrite <- Nat.add_assoc. apply H. rewrite nth_error_app2 by lia.
      now replace (length a + i - length a) with i by lia.
  - intros [Ha Hb] i x Hi. destruct (Nat.lt_ge_cases i (length a)).
    + apply Ha. now rewrite nth_error_app1 in Hi.
    + rewrite nth_error_app2 in Hi by lia.
      replace (o + i) with (o + length a + (i - length a)) by lia. auto.
Qed.

Lemma agree_repeat o x n ms :
  agree o (repeat x n) ms <-> (forall i, i < n -> has x (nth (o + i) ms []) = true).
Proof.
  unfold agree. split.
  - intros H i Hi. apply H. apply nth_error_repeat; auto.
  - intros H i y Hi. assert (i < n).
    { rewrite <- (repeat_length x n). apply nth_error_Some. congruence. }
    rewrite nth_error_repeat in Hi by auto. inversion Hi; subst. auto.
Qed.

Lemma nth_skipn' {A} k : forall i (l : list A) d, nth i (skipn k l) d = nth (k + i) l d.
Proof.
  induction k; intros i l d; [reflexivity|].
  destruct l; simpl; [now destruct i|auto].
Qed.

Lemma skipn_plus {A} a : forall b (l : list A), skipn b (skipn a l) = skipn (a + b) l.
Proof.
  induction a as [|a IH]; intros b l; [reflexivity|].
  destruct l; simpl; [apply skipn_nil|auto].
Qed.

Lemma firstn_plus {A} a : forall b (l : list A), firstn a l ++ firstn b (skipn a l) = firstn (a + b) l.
Proof.
  induction a as [|a IH]; intros b l; [reflexivity|].
  destruct l; simpl; [now rewrite firstn_nil|]. f_equal. auto.
Qed.

Lemma agree_skipn k o l ms : agree o l (skipn k ms) <-> agree (k + o) l ms.
Proof.
  unfold agree. split; intros H i x Hi.
  - rewrite <- Nat.add_assoc. rewrite <- nth_skipn'. auto.
  - rewrite nth_skipn'. rewrite Nat.add_assoc. auto.
Qed.

Definition wider (a b : list cset) : Prop :=
  forall i c, has c (nth i a []) = true -> has c (nth i b []) = true.

Lemma agree_wider o l a b : wider a b -> agree o l a -> agree o l b.
Proof. unfold agree, wider. auto. Qed.

Lemma wider_refl a : wider a a.
Proof. unfold wider. auto. Qed.

Lemma wider_trans a b c : wider a b -> wider b c -> wider a c.
Proof. unfold wider. auto. Qed.

Lemma wider_cons s t a b : (forall c, has c s = true -> has c t = true) -> wider a b -> wider (s :: a) (t :: b).
Proof. intros Hs Ha [|i] c; simpl; auto. Qed.

Lemma has_nil c : has c [] = false.
Proof. unfold has. now destruct c. Qed.

Lemma has_add c s : has c (add c s) = true.
Proof. revert s. induction c; intros [|b s]; simpl; auto; apply IHc. Qed.

Lemma has_add_other c d s : has d s = true -> has d (add c s) = true.
Proof.
  revert d s. induction c; intros [|d] [|b s]; simpl; auto; unfold has in *; simpl; try congruence.
  all: intros; apply IHc; auto.
Qed.

Lemma has_put c s : has c (put c s) = true.
Proof. unfold put. destruct (has c s) eqn:E; auto. apply has_add. Qed.

Lemma has_put_other c d s : has d s = true -> has d (put c s) = true.
Proof. unfold put. destruct (has c s); auto. apply has_add_other. Qed.

(* What each pass finds. *)

Lemma spread_keeps ms : forall front come i,
  nth i front false = true -> nth i (spread come front ms) false = true.
Proof.
  induction ms as [|m ms IH]; intros [|f front] come [|i]; simpl; auto; intro H; rewrite ?H; auto.
Qed.

Lemma spread_come ms : forall front p,
  (forall i, i < p -> has 0 (nth i ms []) = true) -> p < length front ->
  nth p (spread true front ms) false = true.
Proof.
  induction ms as [|m ms IH]; intros [|f front] [|p] H Hp; simpl in *; try lia; rewrite ?orb_true_r; auto.
  - specialize (H 0). simpl in H. rewrite has_nil in H. discriminate H. lia.
  - rewrite (H 0) by lia. simpl. apply IH; [|lia]. intros i Hi. apply (H (S i)). lia.
Qed.

Lemma spread_right front : forall ms come o p,
  nth o front false = true -> (forall i, i < p -> has 0 (nth (o + i) ms []) = true) ->
  o + p < length front -> nth (o + p) (spread come front ms) false = true.
Proof.
  induction front as [|f front IH]; intros ms come o p Ho H Hp; [simpl in Hp; lia|].
  destruct o as [|o].
  - simpl in Ho. subst f. destruct p as [|p]; [reflexivity|].
    change (0 + S p) with (S p). destruct ms as [|m ms].
    + specialize (H 0). simpl in H. rewrite has_nil in H. discriminate H. lia.
    + simpl. pose proof (H 0) as H0. simpl in H0. rewrite H0 by lia. apply spread_come; [|simpl in Hp; lia].
      intros i Hi. apply (H (S i)). lia.
  - destruct ms as [|m ms].
    + destruct p as [|p].
      * rewrite Nat.add_0_r. now apply spread_keeps.
      * specialize (H 0). rewrite nth_overflow in H by (simpl; lia). rewrite has_nil in H.
        discriminate H. lia.
    + simpl. apply IH; auto. simpl in Hp. lia.
Qed.

Lemma spread_length front : forall come ms, length (spread come front ms) = length front.
Proof. induction front; intros come [|m ms]; simpl; auto. Qed.

Definition ticks n c k ms := fold_left (tick n c) ms k.

Lemma ticks_le n c ms : forall k, k <= n -> ticks n c k ms <= n.
Proof.
  induction ms as [|m ms IH]; intros k Hk; simpl; auto. apply IH. unfold tick. destruct (has c m); lia.
Qed.

Lemma ticks_full n c ms : forall k,
  (forall i, i < length ms -> has c (nth i ms []) = true) -> ticks n c k ms = k - length ms.
Proof.
  induction ms as [|m ms IH]; intros k H; simpl; [lia|].
  rewrite IH.
  - pose proof (H 0) as H0. simpl in H0. unfold tick. rewrite H0 by lia. lia.
  - intros i Hi. apply (H (S i)). simpl. lia.
Qed.

Lemma prime_ticks n c : forall i k ms,
  prime n c i k ms = (ticks n c k (firstn i ms), skipn i ms).
Proof.
  induction i as [|i IH]; intros k ms; [reflexivity|].
  destruct ms as [|m ms]; [reflexivity|]. simpl. apply IH.
Qed.

Lemma down_nth n c g : forall i k lo upto front ms,
  nth i front false = true -> i < length ms -> lo <= i < upto ->
  ticks n c k (firstn (S i) ms) = 0 -> open_end g (skipn (S i) ms) = true ->
  nth i (down n c g k lo upto front ms) false = true.
Proof.
  induction i as [|i IH]; intros k lo upto front ms Hf Hi Hl Hk Hg;
    destruct front as [|f front]; simpl in Hf; try discriminate;
    destruct ms as [|m ms]; simpl in Hi; try lia.
  - simpl in *. subst f. rewrite Hk, Hg. destruct lo; [|lia]. destruct upto; [lia|]. reflexivity.
  - simpl. apply IH; auto; lia.
Qed.

Lemma down_length n c g : forall front ms k lo upto,
  length (down n c g k lo upto front ms) = min (length front) (length ms).
Proof. induction front; intros [|m ms] k lo upto; simpl; auto. Qed.

Lemma both_nth xs : forall ys i,
  nth i xs false = true -> nth i ys false = true -> nth i (both xs ys) false = true.
Proof.
  induction xs as [|x xs IH]; intros [|y ys] [|i]; simpl; auto; try discriminate.
  intros; subst; auto.
Qed.

Lemma both_length xs : forall ys, length (both xs ys) = min (length xs) (length ys).
Proof. induction xs; intros [|y ys]; simpl; auto. Qed.

Lemma paint_length n c : forall can k marks, length (paint n c k marks can) = length can.
Proof.
  induction can as [|s can IH]; intros k marks; simpl; auto.
  destruct marks as [|[] marks], k; simpl; auto.
Qed.

Lemma paint_wider n c : forall can k marks, wider can (paint n c k marks can).
Proof.
  induction can as [|s can IH]; intros k marks; simpl; [apply wider_refl|].
  destruct marks as [|[] marks], k; try apply wider_refl;
    apply wider_cons; auto using has_put_other.
Qed.

Lemma paint_first n c : forall can k marks i,
  k <= n -> i < k -> i < length can -> has c (nth i (paint n c k marks can) []) = true.
Proof.
  induction can as [|s can IH]; intros k marks i Hk Hi Hc; simpl in Hc; [lia|].
  destruct k as [|k]; [lia|]. destruct i as [|i]; destruct marks as [|[] marks]; simpl; auto using has_put;
    apply IH; lia.
Qed.

Lemma paint_nth n c : forall q can k marks i,
  nth q marks false = true -> i < n -> q + i < length can ->
  has c (nth (q + i) (paint n c k marks can) []) = true.
Proof.
  induction q as [|q IH]; intros can k marks i Hm Hi Hc;
    destruct marks as [|b marks]; simpl in Hm; try discriminate;
    destruct can as [|s can]; simpl in Hc; try lia.
  - subst b. destruct i as [|i]; simpl; auto using has_put. apply paint_first; lia.
  - destruct b; simpl; [apply IH; auto; lia|]. destruct k; simpl; apply IH; auto; lia.
Qed.

Lemma dots_length marks : forall can, length (dots marks can) = length can.
Proof. induction marks; intros [|s can]; simpl; auto. Qed.

Lemma dots_wider marks : forall can, wider can (dots marks can).
Proof.
  induction marks as [|m marks IH]; intros [|s can]; simpl; try apply wider_refl.
  apply wider_cons; auto. destruct m; auto using has_put_other.
Qed.

Lemma dots_nth marks : forall can i,
  nth i marks false = true -> i < length can -> has 0 (nth i (dots marks can) []) = true.
Proof.
  induction marks as [|m marks IH]; intros [|s can] [|i] Hm Hi; simpl in *; try discriminate; try lia.
  - subst m. apply has_put.
  - apply IH; auto; lia.
Qed.

Lemma back_length : forall marks front ms can, 
  length (snd (back front marks ms can)) = length can.
Proof.
  induction marks as [|k marks IH]; intros [|f front] [|m ms] [|s can]; simpl; auto.
  specialize (IH front ms can). destruct (back front marks ms can). simpl in *. auto.
Qed.

Lemma back_wider : forall marks front ms can, wider can (snd (back front marks ms can)).
Proof.
  induction marks as [|k marks IH]; intros [|f front] [|m ms] [|s can]; simpl; try apply wider_refl.
  specialize (IH front ms can). destruct (back front marks ms can). simpl in *.
  apply wider_cons; auto. match goal with |- context [if ?b then _ else _] => destruct b end; auto using has_put_other.
Qed.

(* A mark in column q, reached from column o over empty cells. *)
Lemma back_lead : forall marks front ms can o p,
  nth (o + p) marks false = true ->
  (forall i, i < p -> has 0 (nth (o + i) ms []) = true) ->
  length ms <= length can -> length marks <= length front ->
  nth o (fst (back front marks ms can)) false = true.
Proof.
  induction marks as [|k marks IH]; intros front ms can o p Hk H Hc Hl; [destruct (o + p); discriminate|].
  destruct front as [|f front]; [simpl in Hl; lia|].
  destruct ms as [|m ms].
  - simpl. destruct p; [now rewrite Nat.add_0_r in Hk|].
    specialize (H 0). rewrite nth_overflow, has_nil in H by (simpl; lia). discriminate H. lia.
  - destruct can as [|s can]; [simpl in Hc; lia|]. simpl.
    destruct (back front marks ms can) as [lead can2] eqn:E.
    destruct o as [|o]; simpl.
    + destruct p as [|p]; [simpl in Hk; subst; auto|].
      pose proof (H 0) as H0. simpl in H0. rewrite H0 by lia. simpl.
      specialize (IH front ms can 0 p). rewrite E in IH. simpl in IH.
      assert (N : nth 0 lead false = true).
      { apply IH; simpl in *; auto; try lia. intros i Hi. apply (H (S i)). lia. }
      destruct lead; simpl in *; [discriminate|]. rewrite N. apply orb_true_r.
    + specialize (IH front ms can o p). rewrite E in IH. apply IH; simpl in *; auto; lia.
Qed.

Lemma back_cells : forall marks front ms can o p i,
  nth (o + p) marks false = true ->
  (forall i, i < p -> has 0 (nth (o + i) ms []) = true) ->
  (forall i, i < p -> nth (o + i) front false = true) ->
  length ms <= length can -> length marks <= length front -> i < p ->
  has 0 (nth (o + i) (snd (back front marks ms can)) []) = true.
Proof.
  induction marks as [|k marks IH]; intros front ms can o p i Hk H Hf Hc Hl Hi; [destruct (o + p); discriminate|].
  destruct front as [|f front]; [simpl in Hl; lia|].
  destruct ms as [|m ms].
  - specialize (H 0). rewrite nth_overflow, has_nil in H by (simpl; lia). discriminate H. lia.
  - destruct can as [|s can]; [simpl in Hc; lia|]. simpl.
    pose proof (back_lead marks front ms can) as B.
    destruct (back front marks ms can) as [lead can2] eqn:E.
    destruct o as [|o].
    + destruct p as [|p]; [lia|]. destruct i as [|i]; simpl.
      * assert (N : nth 0 lead false = true).
        { apply (B 0 p); simpl in *; auto; try lia. intros i Hi'. apply (H (S i)). lia. }
        destruct lead; simpl in *; [discriminate|]. rewrite N.
        specialize (H 0). specialize (Hf 0). simpl in *. rewrite H, Hf by lia. apply has_put.
      * specialize (IH front ms can 0 p i). rewrite E in IH. simpl in IH. apply IH; simpl in *; auto; try lia.
        -- intros j Hj. apply (H (S j)). lia.
        -- intros j Hj. apply (Hf (S j)). lia.
    + simpl. specialize (IH front ms can o p i). rewrite E in IH. apply IH; simpl in *; auto; lia.
Qed.

Lemma last_only_length front : length (last_only front) = length front.
Proof. induction front as [|f [|f2 front] IH]; simpl in *; auto. Qed.

Lemma last_only_last front : last (last_only front) false = last front false.
Proof.
  induction front as [|f [|f2 front] IH]; auto.
  change (last_only (f :: f2 :: front)) with (false :: last_only (f2 :: front)).
  rewrite <- IH at 1. pose proof (last_only_length (f2 :: front)) as L.
  destruct (last_only (f2 :: front)); [discriminate|]. simpl in *. auto.
Qed.

Lemma last_nth {A} (l : list A) d : last l d = nth (pred (length l)) l d.
Proof.
  induction l as [|x [|y l] IH]; auto.
Qed.

Lemma ends_found marks : forall i lo hi d,
  lo <= d <= hi -> hi < i -> let (a, b) := ends i marks lo hi true in a <= d <= b.
Proof.
  induction marks as [|[] marks IH]; intros i lo hi d H Hi; simpl; auto; apply IH; lia.
Qed.

Lemma ends_nth marks : forall i lo hi found d,
  nth d marks false = true -> (found = true -> lo <= i) -> 
  let (a, b) := ends i marks lo hi found in a <= i + d <= b.
Proof.
  induction marks as [|m marks IH]; intros i lo hi found d Hd Hf; [destruct d; discriminate|].
  destruct d as [|d]; simpl in Hd.
  - subst m. simpl. apply ends_found; [|lia]. destruct found; [specialize (Hf eq_refl)|]; lia.
  - destruct m; simpl; replace (i + S d) with (S i + d) by lia; apply IH; auto; intro F;
      destruct found; try discriminate; try (specialize (Hf eq_refl)); lia.
Qed.

Lemma blanks_nth n can : forall i, nth (n + i) (blanks n can) [] = nth i can [].
Proof. induction n; simpl; auto. Qed.

Lemma blanks_length n can : length (blanks n can) = n + length can.
Proof. induction n; simpl; auto. Qed.

Lemma agree_blanks n o l can : agree o l can -> agree (n + o) l (blanks n can).
Proof. unfold agree. intros H i x Hi. rewrite <- Nat.add_assoc, blanks_nth. auto. Qed.

Definition within (d : nat) (r : nat * nat) : Prop := fst r <= d <= snd r.

(* A block of n cells fits from cell q on. *)
Lemma down_block n c g lo hi front ms q :
  nth q front false = true -> 0 < n -> q + n + g <= length ms -> within q (lo, hi) ->
  (forall i, i < n -> has c (nth (q + i) ms []) = true) ->
  (0 < g -> has 0 (nth (q + n + 0) ms []) = true) ->
  nth q (down n c (negb (is_zero g)) (ticks n c n (firstn (pred n) ms)) lo (S hi) front (skipn (pred n) ms)) false = true.
Proof.
  intros Hf Hn Hq Hr Hc Hg. apply down_nth; auto.
  - rewrite skipn_length. lia.
  - unfold within in Hr. simpl in Hr. lia.
  - unfold ticks. rewrite <- fold_left_app.
    assert (Z : firstn (pred n) ms ++ firstn (S q) (skipn (pred n) ms) = firstn q ms ++ firstn n (skipn q ms)).
    { rewrite !firstn_plus. f_equal. lia. }
    rewrite Z, fold_left_app. fold (ticks n c n (firstn q ms)).
    fold (ticks n c (ticks n c n (firstn q ms)) (firstn n (skipn q ms))).
    assert (LN : length (firstn n (skipn q ms)) = n) by (rewrite firstn_length, skipn_length; lia).
    rewrite ticks_full.
    + pose proof (ticks_le n c (firstn q ms) n (le_n n)). lia.
    + rewrite LN. intros i Hi.
      replace (nth i (firstn n (skipn q ms)) []) with (nth i (skipn q ms) []).
      * rewrite nth_skipn'. auto.
      * rewrite <- (firstn_skipn n (skipn q ms)) at 1. rewrite app_nth1; auto. lia.
  - unfold open_end. destruct g as [|g]; [reflexivity|]. simpl negb. cbv iota.
    rewrite skipn_plus. replace (pred n + S q) with (q + n) by lia.
    specialize (Hg (Nat.lt_0_succ g)). rewrite <- nth_skipn' in Hg.
    destruct (skipn (q + n) ms); [simpl in Hg; now rewrite has_nil in Hg|exact Hg].
Qed.

Lemma solve_sound bs : forall rs front ms o offs l,
  path o bs offs l -> agree o l ms -> o + length l = length ms ->
  nth o front false = true -> length front + least bs = S (length ms) ->
  Forall2 within offs rs ->
  exists lead can spans,
    solve bs rs front ms = Some (lead, can, spans) /\
    nth o lead false = true /\ agree o l can /\ length can = length ms /\
    Forall2 within offs spans.
Proof.
  induction bs as [|[n c] bs IH]; intros rs front ms o offs l HP HA HL HF HW HR.
  - inversion HP; subst. rewrite repeat_length in HL. simpl in HW.
    rewrite agree_repeat in HA.
    assert (R : nth (o + k) (spread false front ms) false = true) by (apply spread_right; auto; lia).
    assert (E : last (spread false front ms) false = true).
    { rewrite last_nth, spread_length. now replace (pred (length front)) with (o + k) by lia. }
    simpl. destruct rs; rewrite E.
    2:{ inversion HR. }
    remember (back (spread false front ms) (last_only (spread false front ms)) ms (blanks (length ms) [])) as b eqn:B.
    assert (M : nth (o + k) (last_only (spread false front ms)) false = true).
    { rewrite <- E, <- last_only_last, last_nth, last_only_length, spread_length. f_equal. lia. }
    destruct b as [lead can]. exists lead, can, [].
    assert (L : length ms <= length (blanks (length ms) ([] : list cset))) by (rewrite blanks_length; simpl; lia).
    assert (L2 : length (last_only (spread false front ms)) <= length (spread false front ms)) by (rewrite last_only_length; lia).
    repeat split; auto.
    + pose proof (back_lead _ _ _ _ o k M HA L L2) as X. now rewrite <- B in X.
    + rewrite agree_repeat. intros i Hi.
      assert (FR : forall i, i < k -> nth (o + i) (spread false front ms) false = true).
      { intros j Hj. apply spread_right; auto; try lia. intros; apply HA; lia. }
      pose proof (back_cells _ _ _ _ o k i M HA FR L L2 Hi) as X. now rewrite <- B in X.
    + pose proof (back_length (last_only (spread false front ms)) (spread false front ms) ms (blanks (length ms) [])) as X.
      rewrite <- B, blanks_length in X. simpl in X. lia.
  - inversion HP as [|? p ? ? ? offs' rest HP' Hn Hc]; subst. clear HP.
    inversion HR as [|? [lo hi] ? rs' Hr HR']; subst. clear HR.
    pose proof (path_least _ _ _ _ HP') as HB.
    rewrite !app_length, !repeat_length in HL. simpl in HW.
    rewrite !agree_app, !repeat_length, !agree_repeat in HA. destruct HA as (A1 & A2 & A3 & A4).
    set (g := gap c bs) in *.
    assert (FR : forall i, i <= p -> nth (o + i) (spread false front ms) false = true).
    { intros j Hj. apply spread_right; auto; try lia. intros; apply A1; lia. }
    simpl. rewrite prime_ticks. fold g.
    set (steps := down n c (negb (is_zero g)) (ticks n c n (firstn (pred n) ms)) lo (S hi) (spread false front ms) (skipn (pred n) ms)).
    assert (ST : nth (o + p) steps false = true).
    { apply down_block; auto; lia. }
    assert (SL : length steps + least bs = S (length (skipn (n + g) ms))).
    { unfold steps. rewrite down_length, spread_length, !skipn_length. lia. }
    destruct (IH rs' steps (skipn (n + g) ms) (o + p) offs' rest) as (lead & can & spans & HS & H1 & H2 & H3 & H4); auto.
    { rewrite agree_skipn. now replace (n + g + (o + p)) with (o + p + n + g) by lia. }
    { rewrite skipn_length. lia. }
    fold steps. rewrite HS.
    set (marks := both steps lead).
    assert (MK : nth (o + p) marks false = true) by (apply both_nth; auto).
    set (can1 := if is_zero g then can else dots marks ([] :: can)).
    assert (G01 : g = 0 \/ g = 1).
    { unfold g, gap. destruct bs as [|[? e] ?]; auto. destruct (c =? e); auto. }
    rewrite skipn_length in H3.
    assert (C1 : agree (o + p) (repeat 0 g ++ rest) can1 /\ length can1 = length ms - n).
    { unfold can1. destruct G01 as [G|G]; rewrite G in *; simpl is_zero; cbv iota.
      - split; [exact H2|lia].
      - split.
        + rewrite agree_app, repeat_length, agree_repeat. split.
          * intros i Hi. replace i with 0 by lia. rewrite Nat.add_0_r. apply dots_nth; auto. simpl. lia.
          * eapply agree_wider; [apply dots_wider|]. intros i x Hi.
            replace (o + p + 1 + i) with (S (o + p + i)) by lia. simpl. auto.
        + rewrite dots_length. simpl. lia. }
    destruct C1 as [C1 L1].
    set (can2 := paint n c 0 marks (blanks n can1)).
    assert (L2 : length can2 = length ms) by (unfold can2; rewrite paint_length, blanks_length; lia).
    assert (C2 : agree (o + p) (repeat c n ++ repeat 0 g ++ rest) can2).
    { rewrite agree_app, repeat_length, agree_repeat. split.
      - intros i Hi. apply paint_nth; auto. rewrite blanks_length. lia.
      - eapply agree_wider; [apply paint_wider|].
        replace (o + p + n) with (n + (o + p)) by lia. now apply agree_blanks. }
    remember (back (spread false front ms) marks ms can2) as b eqn:B.
    assert (LM : length marks <= length (spread false front ms)).
    { unfold marks, steps. rewrite both_length, down_length. lia. }
    destruct b as [lead3 can3]. exists lead3, can3, (ends 0 marks 0 0 false :: spans).
    assert (L3 : length ms <= length can2) by lia.
    repeat split; auto.
    + pose proof (back_lead _ _ _ _ o p MK A1 L3 LM) as X. now rewrite <- B in X.
    + rewrite agree_app, repeat_length. split.
      * rewrite agree_repeat. intros i Hi.
        assert (FR' : forall i, i < p -> nth (o + i) (spread false front ms) false = true) by (intros; apply FR; lia).
        pose proof (back_cells _ _ _ _ o p i MK A1 FR' L3 LM Hi) as X. now rewrite <- B in X.
      * eapply agree_wider; [|exact C2].
        pose proof (back_wider marks (spread false front ms) ms can2) as X. now rewrite <- B in X.
    + pose proof (back_length marks (spread false front ms) ms can2) as X. rewrite <- B in X. simpl in X. lia.
    + constructor; auto. pose proof (ends_nth marks 0 0 0 false (o + p) MK) as X.
      destruct (ends 0 marks 0 0 false). unfold within. simpl in *. apply X. discriminate.
Qed.
