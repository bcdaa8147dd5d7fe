(* The heaviest arrangement of a line, for Lagrangian bounds: cells have weights, an
   arrangement weighs what its filled cells weigh, and the question is what it can weigh at
   most, as a whole and with a given value of a cell. The lattice is that of Line.v, with
   numbers in place of booleans; None is the weight of what cannot be.

   Weights are given by their prefix sums: cell i weighs the difference of entries i + 1
   and i of the list. Again one direction is proved: no arrangement weighs more. *)

From Coq Require Import List Arith ZArith Bool Lia.
From Verified Require Import Nonogram Line.
Import ListNotations.
Local Open Scope Z_scope.

Notation weight := (option Z) (only parsing).

Definition heavier (a b : weight) : weight :=
  match a, b with
  | Some x, Some y => Some (Z.max x y)
  | None, _ => b
  | _, None => a
  end.

Definition together (a b : weight) : weight :=
  match a, b with Some x, Some y => Some (x + y) | _, _ => None end.

Fixpoint add_up (xs ys : list weight) : list weight :=
  match xs, ys with x :: xs', y :: ys' => together x y :: add_up xs' ys' | _, _ => [] end.

Definition is_some (w : weight) : bool := match w with None => false | Some _ => true end.

(* Of a cell: the most with the cell empty, and with the cell filled. *)
Notation values := (option Z * option Z)%type (only parsing).
Definition nothing : values := (None, None).
Definition value (x : color) (e : values) : weight := match x with O => fst e | S _ => snd e end.
Definition raise_empty (w : weight) (e : values) : values := (heavier (fst e) w, snd e).
Definition raise_filled (w : weight) (e : values) : values := (fst e, heavier (snd e) w).

Fixpoint spread_weights (come : weight) (front : list weight) (ms : list cset) : list weight :=
  match front with
  | [] => []
  | f :: front' =>
    let here := heavier f come in
    here :: match ms with
            | [] => front'
            | m :: ms' => spread_weights (if has 0 m then here else None) front' ms'
            end
  end.

(* What the possible steps down weigh. *)
Fixpoint prices (steps : list bool) (from upto : list Z) : list weight :=
  match steps, from, upto with
  | s :: steps', p :: from', q :: upto' => (if s then Some (q - p) else None) :: prices steps' from' upto'
  | _, _, _ => []
  end.

Fixpoint raise_first (n : nat) (w : weight) (most : list values) : list values :=
  match n, most with
  | S n', e :: most' => raise_filled w e :: raise_first n' w most'
  | _, _ => most
  end.

Fixpoint raise_blocks (n : nat) (wholes : list weight) (most : list values) : list values :=
  match wholes with
  | [] => most
  | w :: wholes' =>
    match (if is_some w then raise_first n w most else most) with
    | [] => []
    | e :: most' => e :: raise_blocks n wholes' most'
    end
  end.

Fixpoint raise_gaps (wholes : list weight) (most : list values) : list values :=
  match wholes, most with
  | w :: wholes', e :: most' => raise_empty w e :: raise_gaps wholes' most'
  | _, _ => most
  end.

Fixpoint back_weights (front marks : list weight) (ms : list cset) (most : list values) : list weight * list values :=
  match marks, ms, most, front with
  | k :: marks', m :: ms', e :: most', f :: front' =>
    let (lead, most2) := back_weights front' marks' ms' most' in
    let right := if has 0 m then hd None lead else None in
    (heavier k right :: lead, raise_empty (together f right) e :: most2)
  | _, _, _, _ => (marks, most)
  end.

Fixpoint last_zero (front : list weight) : list weight :=
  match front with
  | [] => []
  | [_] => [Some 0]
  | _ :: front' => None :: last_zero front'
  end.

Fixpoint nothings (n : nat) (most : list values) : list values :=
  match n with O => most | S n' => nothing :: nothings n' most end.

(* The result: the most from each node of the first row to the last node, and the most for
   each value of each cell. *)
Fixpoint weigh (bs : list solid) (rs : list (nat * nat)) (front : list weight) (ms : list cset) (sums : list Z)
  : option (list weight * list values) :=
  let front := spread_weights None front ms in
  match bs, rs with
  | [], _ => Some (back_weights front (last_zero front) ms (nothings (length ms) []))
  | (n, c) :: bs', (lo, hi) :: rs' =>
    let g := gap c bs' in
    let (k, ms1) := prime n c (pred n) n ms in
    let steps := down n c (negb (is_zero g)) k lo (S hi) (map is_some front) ms1 in
    let steps := prices steps sums (skipn n sums) in
    let below := add_up front steps in
    match weigh bs' rs' below (skipn (n + g) ms) (skipn (n + g) sums) with
    | None => None
    | Some (lead, most) =>
      let wholes := add_up below lead in
      let most := if is_zero g then most else raise_gaps wholes (nothing :: most) in
      let most := raise_blocks n wholes (nothings n most) in
      Some (back_weights front (add_up steps lead) ms most)
    end
  | _, [] => None
  end.

(* What a line weighs, with its first cell at place o of the sums. *)
Fixpoint weight_of (o : nat) (l : line) (sums : list Z) : Z :=
  match l with
  | [] => 0
  | x :: l' => (if (x =? 0)%nat then 0 else nth (S o) sums 0 - nth o sums 0) + weight_of (S o) l' sums
  end.

Lemma weight_app a : forall o b sums,
  weight_of o (a ++ b) sums = weight_of o a sums + weight_of (o + length a) b sums.
Proof.
  induction a as [|x a IH]; intros o b sums; simpl; [now rewrite Nat.add_0_r|].
  rewrite IH. replace (S o + length a)%nat with (o + S (length a))%nat by lia. lia.
Qed.

Lemma weight_empty p : forall o sums, weight_of o (repeat 0%nat p) sums = 0.
Proof. induction p; intros; simpl; auto. Qed.

Lemma weight_block c n : c <> 0%nat -> forall o sums,
  weight_of o (repeat c n) sums = nth (o + n) sums 0 - nth o sums 0.
Proof.
  intro Hc. induction n as [|n IH]; intros o sums; simpl; [rewrite Nat.add_0_r; lia|].
  rewrite IH. destruct (Nat.eqb_spec c 0); [contradiction|].
  replace (S o + n)%nat with (o + S n)%nat by lia. lia.
Qed.

Lemma weight_skipn k l : forall o sums, weight_of o l (skipn k sums) = weight_of (k + o) l sums.
Proof.
  induction l as [|x l IH]; intros o sums; [reflexivity|]. cbn [weight_of]. rewrite IH, !nth_skipn'.
  replace (S (k + o)) with (k + S o)%nat by lia. reflexivity.
Qed.

(* Bounds. *)
Definition atleast (x : Z) (w : weight) : Prop := exists y, w = Some y /\ x <= y.

Lemma atleast_heavier_l x a b : atleast x a -> atleast x (heavier a b).
Proof. intros (y & -> & H). destruct b; simpl; eexists; split; eauto; lia. Qed.

Lemma atleast_heavier_r x a b : atleast x b -> atleast x (heavier a b).
Proof. intros (y & -> & H). destruct a; simpl; eexists; split; eauto; lia. Qed.

Lemma atleast_together x y a b : atleast x a -> atleast y b -> atleast (x + y) (together a b).
Proof. intros (i & -> & Hi) (j & -> & Hj). simpl. eexists; split; eauto. lia. Qed.

Lemma atleast_none x : atleast x None -> False.
Proof. intros (y & H & _). discriminate. Qed.

Lemma add_up_nth xs : forall ys i x y,
  atleast x (nth i xs None) -> atleast y (nth i ys None) -> atleast (x + y) (nth i (add_up xs ys) None).
Proof.
  induction xs as [|a xs IH]; intros [|b ys] [|i] x y Hx Hy; simpl in *;
    try (exfalso; eapply atleast_none; eassumption); auto using atleast_together.
Qed.

Lemma add_up_length xs : forall ys, length (add_up xs ys) = Nat.min (length xs) (length ys).
Proof. induction xs; intros [|y ys]; simpl; auto. Qed.

Lemma prices_nth steps : forall from upto i,
  nth i steps false = true -> (i < length from)%nat -> (i < length upto)%nat ->
  nth i (prices steps from upto) None = Some (nth i upto 0 - nth i from 0).
Proof.
  induction steps as [|s steps IH]; intros [|p from] [|q upto] [|i] Hs Hf Hu; simpl in *; try lia; try discriminate.
  - now subst s.
  - apply IH; auto; lia.
Qed.

Lemma prices_length steps : forall from upto,
  length (prices steps from upto) = Nat.min (length steps) (Nat.min (length from) (length upto)).
Proof. induction steps; intros [|p from] [|q upto]; simpl; auto. Qed.

Lemma is_some_nth front : forall i x, atleast x (nth i front None) -> nth i (map is_some front) false = true.
Proof.
  induction front as [|f front IH]; intros [|i] x H; simpl in *; try (exfalso; eapply atleast_none; eassumption); eauto.
  destruct H as (y & -> & _). reflexivity.
Qed.

Lemma spread_weights_length front : forall come ms, length (spread_weights come front ms) = length front.
Proof. induction front; intros come [|m ms]; simpl; auto. Qed.

Lemma spread_weights_come ms : forall front p come x,
  atleast x come ->
  (forall i, (i < p)%nat -> has 0 (nth i ms []) = true) -> (p < length front)%nat ->
  atleast x (nth p (spread_weights come front ms) None).
Proof.
  induction ms as [|m ms IH]; intros [|f front] [|p] come x Hx H Hp; simpl in *; try lia;
    auto using atleast_heavier_r.
  - specialize (H 0%nat). rewrite has_nil in H. discriminate H. lia.
  - pose proof (H 0%nat) as H0. simpl in H0. rewrite H0 by lia. apply IH; auto using atleast_heavier_r; [|lia].
    intros i Hi. apply (H (S i)). lia.
Qed.

Lemma spread_weights_right front : forall ms come o p x,
  atleast x (nth o front None) -> (forall i, (i < p)%nat -> has 0 (nth (o + i) ms []) = true) ->
  (o + p < length front)%nat -> atleast x (nth (o + p) (spread_weights come front ms) None).
Proof.
  induction front as [|f front IH]; intros ms come o p x Ho H Hp; [simpl in Hp; lia|].
  destruct o as [|o].
  - simpl in Ho. destruct p as [|p]; [simpl; auto using atleast_heavier_l|].
    change (0 + S p)%nat with (S p). destruct ms as [|m ms].
    + specialize (H 0%nat). simpl in H. rewrite has_nil in H. discriminate H. lia.
    + simpl. pose proof (H 0%nat) as H0. simpl in H0. rewrite H0 by lia.
      apply spread_weights_come; auto using atleast_heavier_l; [|simpl in Hp; lia].
      intros i Hi. apply (H (S i)). lia.
  - destruct ms as [|m ms].
    + destruct p as [|p].
      * rewrite Nat.add_0_r. simpl. exact Ho.
      * specialize (H 0%nat). rewrite nth_overflow in H by (simpl; lia). rewrite has_nil in H.
        discriminate H. lia.
    + simpl. apply IH; auto. simpl in Hp. lia.
Qed.

(* Entry o + i of most is at least y for the value of cell i of l. *)
Definition covers (o : nat) (l : line) (most : list values) (y : Z) : Prop :=
  forall i x, nth_error l i = Some x -> atleast y (value x (nth (o + i) most nothing)).

Lemma covers_app o a b most y : covers o (a ++ b) most y <-> covers o a most y /\ covers (o + length a) b most y.
Proof.
  unfold covers. split.
  - intro H. split; intros i x Hi.
    + apply H. rewrite nth_error_app1; [auto|]. apply nth_error_Some. congruence.
    + rewrite <- Nat.add_assoc. apply H. rewrite nth_error_app2 by lia.
      now replace (length a + i - length a)%nat with i by lia.
  - intros [Ha Hb] i x Hi. destruct (Nat.lt_ge_cases i (length a)).
    + apply Ha. now rewrite nth_error_app1 in Hi.
    + rewrite nth_error_app2 in Hi by lia.
      replace (o + i)%nat with (o + length a + (i - length a))%nat by lia. auto.
Qed.

Lemma covers_repeat o x n most y :
  covers o (repeat x n) most y <-> (forall i, (i < n)%nat -> atleast y (value x (nth (o + i) most nothing))).
Proof.
  unfold covers. split.
  - intros H i Hi. apply H. apply nth_error_repeat; auto.
  - intros H i z Hi. assert (i < n)%nat.
    { rewrite <- (repeat_length x n). apply nth_error_Some. congruence. }
    rewrite nth_error_repeat in Hi by auto. inversion Hi; subst. auto.
Qed.

Definition higher (a b : list values) : Prop :=
  forall i x y, atleast y (value x (nth i a nothing)) -> atleast y (value x (nth i b nothing)).

Lemma covers_higher o l a b y : higher a b -> covers o l a y -> covers o l b y.
Proof. unfold covers, higher. auto. Qed.

Lemma higher_refl a : higher a a.
Proof. unfold higher. auto. Qed.

Lemma higher_trans a b c : higher a b -> higher b c -> higher a c.
Proof. unfold higher. auto. Qed.

Lemma higher_cons e f a b :
  (forall x y, atleast y (value x e) -> atleast y (value x f)) -> higher a b -> higher (e :: a) (f :: b).
Proof. intros He Ha [|i] x y; simpl; auto. Qed.

Lemma raise_empty_higher w e x y : atleast y (value x e) -> atleast y (value x (raise_empty w e)).
Proof. destruct x; simpl; auto using atleast_heavier_l. Qed.

Lemma raise_filled_higher w e x y : atleast y (value x e) -> atleast y (value x (raise_filled w e)).
Proof. destruct x; simpl; auto using atleast_heavier_l. Qed.

Lemma raise_first_length n w : forall most, length (raise_first n w most) = length most.
Proof. induction n; intros [|e most]; simpl; auto. Qed.

Lemma raise_first_higher n w : forall most, higher most (raise_first n w most).
Proof.
  induction n; intros [|e most]; simpl; try apply higher_refl. apply higher_cons; auto using raise_filled_higher.
Qed.

Lemma raise_first_nth n w : forall most i y c,
  (i < n)%nat -> (i < length most)%nat -> atleast y w -> c <> 0%nat ->
  atleast y (value c (nth i (raise_first n w most) nothing)).
Proof.
  induction n as [|n IH]; intros [|e most] [|i] y c Hi Hl Hw Hc; simpl in *; try lia.
  - destruct c; [contradiction|]. simpl. auto using atleast_heavier_r.
  - apply IH; auto; lia.
Qed.

Lemma raise_blocks_length n wholes : forall most, length (raise_blocks n wholes most) = length most.
Proof.
  induction wholes as [|w wholes IH]; intro most; [reflexivity|]. cbn [raise_blocks].
  assert (L : length (if is_some w then raise_first n w most else most) = length most)
    by (destruct (is_some w); auto using raise_first_length).
  destruct (if is_some w then raise_first n w most else most) as [|e most']; simpl in *; auto. now rewrite IH.
Qed.

Lemma raise_blocks_higher n wholes : forall most, higher most (raise_blocks n wholes most).
Proof.
  induction wholes as [|w wholes IH]; intro most; [apply higher_refl|]. cbn [raise_blocks].
  assert (H : higher most (if is_some w then raise_first n w most else most))
    by (destruct (is_some w); auto using raise_first_higher, higher_refl).
  destruct (if is_some w then raise_first n w most else most) as [|e most']; auto.
  eapply higher_trans; [exact H|]. apply higher_cons; auto.
Qed.

Lemma raise_blocks_nth n c y : c <> 0%nat -> forall q wholes most i,
  atleast y (nth q wholes None) -> (i < n)%nat -> (q + i < length most)%nat ->
  atleast y (value c (nth (q + i) (raise_blocks n wholes most) nothing)).
Proof.
  intro Hc. induction q as [|q IH]; intros wholes most i Hq Hi Hl;
    (destruct wholes as [|w wholes]; [simpl in Hq; exfalso; eapply atleast_none; eassumption|]);
    cbn [raise_blocks].
  - simpl in Hq. assert (S : is_some w = true) by (destruct Hq as (? & -> & _); reflexivity). rewrite S.
    pose proof (raise_first_nth n w most i y c Hi Hl Hq Hc) as H.
    pose proof (raise_first_length n w most) as L.
    destruct (raise_first n w most) as [|e most']; [simpl in *; lia|].
    simpl in *. destruct i as [|i]; auto. apply (raise_blocks_higher n wholes most'). exact H.
  - assert (L : length (if is_some w then raise_first n w most else most) = length most)
      by (destruct (is_some w); auto using raise_first_length).
    destruct (if is_some w then raise_first n w most else most) as [|e most']; simpl in *; [lia|].
    apply IH; auto. lia.
Qed.

Lemma raise_gaps_length wholes : forall most, length (raise_gaps wholes most) = length most.
Proof. induction wholes; intros [|e most]; simpl; auto. Qed.

Lemma raise_gaps_higher wholes : forall most, higher most (raise_gaps wholes most).
Proof.
  induction wholes; intros [|e most]; simpl; try apply higher_refl. apply higher_cons; auto using raise_empty_higher.
Qed.

Lemma raise_gaps_nth wholes : forall most i y,
  atleast y (nth i wholes None) -> (i < length most)%nat -> atleast y (value 0 (nth i (raise_gaps wholes most) nothing)).
Proof.
  induction wholes as [|w wholes IH]; intros [|e most] [|i] y Hw Hi; simpl in *; try lia;
    try (exfalso; eapply atleast_none; eassumption); auto using atleast_heavier_r.
  apply IH; auto. lia.
Qed.

Lemma back_weights_length : forall marks front ms most,
  length (snd (back_weights front marks ms most)) = length most.
Proof.
  induction marks as [|k marks IH]; intros [|f front] [|m ms] [|e most]; simpl; auto.
  specialize (IH front ms most). destruct (back_weights front marks ms most). simpl in *. auto.
Qed.

Lemma back_weights_higher : forall marks front ms most, higher most (snd (back_weights front marks ms most)).
Proof.
  induction marks as [|k marks IH]; intros [|f front] [|m ms] [|e most]; simpl; try apply higher_refl.
  specialize (IH front ms most). destruct (back_weights front marks ms most). simpl in *.
  apply higher_cons; auto using raise_empty_higher.
Qed.

Lemma back_weights_lead : forall marks front ms most o p x,
  atleast x (nth (o + p) marks None) ->
  (forall i, (i < p)%nat -> has 0 (nth (o + i) ms []) = true) ->
  (length ms <= length most)%nat -> (length marks <= length front)%nat ->
  atleast x (nth o (fst (back_weights front marks ms most)) None).
Proof.
  induction marks as [|k marks IH]; intros front ms most o p x Hk H Hc Hl.
  { destruct (o + p)%nat; simpl in Hk; exfalso; eapply atleast_none; eassumption. }
  destruct front as [|f front]; [simpl in Hl; lia|].
  destruct ms as [|m ms].
  - simpl. destruct p; [now rewrite Nat.add_0_r in Hk|].
    specialize (H 0%nat). rewrite nth_overflow, has_nil in H by (simpl; lia). discriminate H. lia.
  - destruct most as [|e most]; [simpl in Hc; lia|]. simpl.
    destruct (back_weights front marks ms most) as [lead most2] eqn:E.
    destruct o as [|o]; simpl.
    + destruct p as [|p]; [simpl in Hk; auto using atleast_heavier_l|].
      pose proof (H 0%nat) as H0. simpl in H0. rewrite H0 by lia. apply atleast_heavier_r.
      specialize (IH front ms most 0%nat p x). rewrite E in IH. simpl in IH.
      assert (N : atleast x (nth 0 lead None)).
      { apply IH; simpl in *; auto; try lia. intros i Hi. apply (H (S i)). lia. }
      destruct lead; exact N.
    + specialize (IH front ms most o p x). rewrite E in IH. apply IH; simpl in *; auto; lia.
Qed.

Lemma back_weights_cells : forall marks front ms most o p i x y,
  atleast x (nth (o + p) marks None) ->
  (forall i, (i < p)%nat -> has 0 (nth (o + i) ms []) = true) ->
  (forall i, (i < p)%nat -> atleast y (nth (o + i) front None)) ->
  (length ms <= length most)%nat -> (length marks <= length front)%nat -> (i < p)%nat ->
  atleast (y + x) (value 0 (nth (o + i) (snd (back_weights front marks ms most)) nothing)).
Proof.
  induction marks as [|k marks IH]; intros front ms most o p i x y Hk H Hf Hc Hl Hi.
  { destruct (o + p)%nat; simpl in Hk; exfalso; eapply atleast_none; eassumption. }
  destruct front as [|f front]; [simpl in Hl; lia|].
  destruct ms as [|m ms].
  - specialize (H 0%nat). rewrite nth_overflow, has_nil in H by (simpl; lia). discriminate H. lia.
  - destruct most as [|e most]; [simpl in Hc; lia|]. simpl.
    pose proof (back_weights_lead marks front ms most) as B.
    destruct (back_weights front marks ms most) as [lead most2] eqn:E.
    destruct o as [|o].
    + destruct p as [|p]; [lia|]. destruct i as [|i]; simpl.
      * assert (N : atleast x (nth 0 lead None)).
        { apply (B 0%nat p); simpl in *; auto; try lia. intros i Hi'. apply (H (S i)). lia. }
        pose proof (H 0%nat) as H0. simpl in H0. rewrite H0 by lia.
        apply atleast_heavier_r. apply atleast_together.
        -- apply (Hf 0%nat). lia.
        -- destruct lead; exact N.
      * specialize (IH front ms most 0%nat p i x y). rewrite E in IH. simpl in IH. apply IH; simpl in *; auto; try lia.
        -- intros j Hj. apply (H (S j)). lia.
        -- intros j Hj. apply (Hf (S j)). lia.
    + simpl. specialize (IH front ms most o p i x y). rewrite E in IH. apply IH; simpl in *; auto; lia.
Qed.

Lemma last_zero_length front : length (last_zero front) = length front.
Proof. induction front as [|f [|f2 front] IH]; simpl in *; auto. Qed.

Lemma last_zero_last front i : S i = length front -> nth i (last_zero front) None = Some 0.
Proof.
  revert i. induction front as [|f [|f2 front] IH]; intros i H; simpl in H; try lia.
  - now replace i with 0%nat by lia.
  - destruct i as [|i]; [lia|]. apply (IH i). simpl. lia.
Qed.

Lemma nothings_nth n most : forall i, nth (n + i) (nothings n most) nothing = nth i most nothing.
Proof. induction n; simpl; auto. Qed.

Lemma nothings_length n most : length (nothings n most) = (n + length most)%nat.
Proof. induction n; simpl; auto. Qed.

Lemma covers_nothings n o l most y : covers o l most y -> covers (n + o) l (nothings n most) y.
Proof. unfold covers. intros H i x Hi. rewrite <- Nat.add_assoc, nothings_nth. auto. Qed.

Lemma weigh_sound bs : forall rs front ms sums o offs l a,
  path o bs offs l -> agree o l ms -> (o + length l = length ms)%nat ->
  atleast a (nth o front None) -> (length front + least bs = S (length ms))%nat ->
  Forall2 within offs rs -> length sums = S (length ms) ->
  exists lead most,
    weigh bs rs front ms sums = Some (lead, most) /\
    atleast (weight_of o l sums) (nth o lead None) /\
    covers o l most (a + weight_of o l sums) /\ length most = length ms.
Proof.
  induction bs as [|[n c] bs IH]; intros rs front ms sums o offs l a HP HA HL HF HW HR HS.
  - inversion HP; subst. rewrite repeat_length in HL. cbn [least] in HW.
    rewrite agree_repeat in HA. rewrite weight_empty.
    set (front1 := spread_weights None front ms).
    assert (FL : length front1 = length front) by apply spread_weights_length.
    assert (M : atleast 0 (nth (o + k) (last_zero front1) None)).
    { rewrite last_zero_last by lia. exists 0. split; [reflexivity|lia]. }
    cbn [weigh]. fold front1.
    remember (back_weights front1 (last_zero front1) ms (nothings (length ms) [])) as b eqn:B.
    assert (L : (length ms <= length (nothings (length ms) []))%nat) by (rewrite nothings_length; simpl; lia).
    assert (L2 : (length (last_zero front1) <= length front1)%nat) by (rewrite last_zero_length; lia).
    destruct b as [lead most]. exists lead, most. inversion HR; subst. repeat split; auto.
    + pose proof (back_weights_lead _ _ _ _ o k 0 M HA L L2) as X. now rewrite <- B in X.
    + rewrite covers_repeat. intros i Hi.
      assert (FR : forall i, (i < k)%nat -> atleast a (nth (o + i) front1 None)).
      { intros j Hj. apply spread_weights_right; auto; try lia. intros; apply HA; lia. }
      pose proof (back_weights_cells _ _ _ _ o k i 0 a M HA FR L L2 Hi) as X. now rewrite <- B in X.
    + pose proof (back_weights_length (last_zero front1) front1 ms (nothings (length ms) [])) as X.
      rewrite <- B, nothings_length in X. simpl in X. lia.
  - inversion HP as [|? p ? ? ? offs' rest HP' Hn Hc]; subst. clear HP.
    inversion HR as [|? [lo hi] ? rs' Hr HR']; subst. clear HR.
    pose proof (path_least _ _ _ _ HP') as HB.
    rewrite !app_length, !repeat_length in HL. cbn [least] in HW.
    rewrite !agree_app, !repeat_length, !agree_repeat in HA. destruct HA as (A1 & A2 & A3 & A4).
    set (g := gap c bs) in *.
    rewrite !weight_app, !repeat_length, !weight_empty, (weight_block c n Hc).
    set (front1 := spread_weights None front ms).
    assert (FL : length front1 = length front) by apply spread_weights_length.
    assert (FR : forall i, (i <= p)%nat -> atleast a (nth (o + i) front1 None)).
    { intros j Hj. apply spread_weights_right; auto; try lia. intros; apply A1; lia. }
    cbn [weigh]. fold front1. fold g.
    destruct (prime n c (pred n) n ms) as [k ms1] eqn:PR.
    set (ok := down n c (negb (is_zero g)) k lo (S hi) (map is_some front1) ms1).
    assert (OK : nth (o + p) ok false = true /\ (length ok = Nat.min (length front1) (length ms - pred n))%nat).
    { rewrite prime_ticks in PR. inversion PR; subst k ms1. split.
      - apply down_block; auto; try lia.
        apply is_some_nth with a. apply FR. lia.
      - unfold ok. now rewrite down_length, map_length, skipn_length. }
    destruct OK as [OK OL].
    set (steps := prices ok sums (skipn n sums)).
    set (d := nth (o + p + n) sums 0 - nth (o + p) sums 0).
    assert (ST : nth (o + p) steps None = Some d).
    { unfold steps. rewrite prices_nth; auto; rewrite ?skipn_length; try lia.
      rewrite nth_skipn'. unfold d. do 2 f_equal. f_equal. lia. }
    assert (SL : length steps = Nat.min (length ok) (S (length ms) - n)).
    { unfold steps. rewrite prices_length, skipn_length. lia. }
    assert (SA : atleast d (nth (o + p) steps None)) by (exists d; split; auto; lia).
    set (below := add_up front1 steps).
    assert (BL : length below = Nat.min (length front1) (length steps)) by apply add_up_length.
    assert (BA : atleast (a + d) (nth (o + p) below None)) by (apply add_up_nth; auto; apply FR; lia).
    destruct (IH rs' below (skipn (n + g) ms) (skipn (n + g) sums) (o + p)%nat offs' rest (a + d)) as (lead & most & HQ & H1 & H2 & H3); auto.
    { rewrite agree_skipn. now replace (n + g + (o + p))%nat with (o + p + n + g)%nat by lia. }
    { rewrite skipn_length. lia. }
    { rewrite skipn_length. lia. }
    { rewrite !skipn_length. lia. }
    rewrite HQ. rewrite weight_skipn in H1, H2.
    replace (n + g + (o + p))%nat with (o + p + n + g)%nat in H1, H2 by lia.
    set (r := weight_of (o + p + n + g) rest sums) in *.
    replace (0 + (d + (0 + r))) with (d + r) by lia.
    set (wholes := add_up below lead).
    assert (WA : atleast (a + d + r) (nth (o + p) wholes None)) by (apply add_up_nth; auto).
    set (most1 := if is_zero g then most else raise_gaps wholes (nothing :: most)).
    assert (G01 : g = 0%nat \/ g = 1%nat).
    { unfold g, gap. destruct bs as [|[? e] ?]; auto. destruct (c =? e)%nat; auto. }
    rewrite skipn_length in H3.
    assert (C1 : covers (o + p) (repeat 0%nat g ++ rest) most1 (a + d + r) /\ length most1 = (length ms - n)%nat).
    { unfold most1. destruct G01 as [G|G]; rewrite G in *; simpl is_zero; cbv iota.
      - split; [exact H2|lia].
      - split.
        + rewrite covers_app, repeat_length, covers_repeat. split.
          * intros i Hi. replace i with 0%nat by lia. rewrite Nat.add_0_r. apply raise_gaps_nth; auto. simpl. lia.
          * eapply covers_higher; [apply raise_gaps_higher|]. intros i x Hi.
            replace (o + p + 1 + i)%nat with (S (o + p + i)) by lia. simpl. auto.
        + rewrite raise_gaps_length. simpl. lia. }
    destruct C1 as [C1 L1].
    set (most2 := raise_blocks n wholes (nothings n most1)).
    assert (L2 : length most2 = length ms) by (unfold most2; rewrite raise_blocks_length, nothings_length; lia).
    assert (C2 : covers (o + p) (repeat c n ++ repeat 0%nat g ++ rest) most2 (a + d + r)).
    { rewrite covers_app, repeat_length, covers_repeat. split.
      - intros i Hi. apply raise_blocks_nth; auto. rewrite nothings_length. lia.
      - eapply covers_higher; [apply raise_blocks_higher|].
        replace (o + p + n)%nat with (n + (o + p))%nat by lia. now apply covers_nothings. }
    set (marks := add_up steps lead).
    assert (MA : atleast (d + r) (nth (o + p) marks None)) by (apply add_up_nth; auto).
    remember (back_weights front1 marks ms most2) as b eqn:B.
    assert (LM : (length marks <= length front1)%nat) by (unfold marks; rewrite add_up_length; lia).
    destruct b as [lead3 most3]. exists lead3, most3.
    assert (L3 : (length ms <= length most2)%nat) by lia.
    repeat split; auto.
    + pose proof (back_weights_lead _ _ _ _ o p _ MA A1 L3 LM) as X. now rewrite <- B in X.
    + rewrite covers_app, repeat_length. replace (a + (d + r)) with (a + d + r) by lia. split.
      * rewrite covers_repeat. intros i Hi.
        assert (FR' : forall i, (i < p)%nat -> atleast a (nth (o + i) front1 None)) by (intros; apply FR; lia).
        pose proof (back_weights_cells _ _ _ _ o p i _ _ MA A1 FR' L3 LM Hi) as X. rewrite <- B in X.
        now replace (a + d + r) with (a + (d + r)) by lia.
      * eapply covers_higher; [|exact C2].
        pose proof (back_weights_higher marks front1 ms most2) as X. now rewrite <- B in X.
    + pose proof (back_weights_length marks front1 ms most2) as X. rewrite <- B in X. simpl in X. lia.
Qed.
