(* The line solver for clues with blotted blocks, whose lengths are unknown: from 1 on.
   There are no offsets. Rows of booleans are about the boundaries between cells: a row
   has an entry for every boundary at which the remaining blocks can begin to be placed.

   As in Line.v, every arrangement within the given sets is within the sets returned. *)

From Coq Require Import List Arith Bool Lia.
From Verified Require Import Nonogram Line.
Import ListNotations.

Definition gap_before (c : color) (bs : clue) : nat :=
  match bs with [] => 0 | b :: _ => if c =? ink b then 1 else 0 end.

Fixpoint falses (n : nat) (xs : list bool) : list bool :=
  match n with O => xs | S n' => false :: falses n' xs end.

(* The boundaries that can lie within or at the end of a block of color c. *)
Fixpoint grow (c : color) (inside : bool) (front : list bool) (ms : list cset) : list bool :=
  match front with
  | [] => []
  | f :: front' =>
    inside :: match ms with [] => [] | m :: ms' => grow c ((f || inside) && has c m) front' ms' end
  end.

(* The boundaries that an empty cell follows. *)
Fixpoint gapped (xs : list bool) (ms : list cset) : list bool :=
  match xs, ms with x :: xs', m :: ms' => (x && has 0 m) :: gapped xs' ms' | _, _ => [] end.

(* From the right: whether the first boundary lies in a block that ends well, where such
   blocks begin, and their cells. *)
Fixpoint hold (c : color) (front inside ends : list bool) (ms can : list cset) : bool * list bool * list cset :=
  match ms, can with
  | m :: ms', s :: can' =>
    let f := hd false front in
    let i := hd false inside in
    let '(on, marks, can2) := hold c (tl front) (tl inside) (tl ends) ms' can' in
    let next := has c m && on in
    (hd false ends || (i && next), (f && next) :: marks, (if (f || i) && next then put c s else s) :: can2)
  | _, _ => (hd false ends, [], can)
  end.

Fixpoint solve_blots (bs : clue) (front : list bool) (ms : list cset) : option (list bool * list cset) :=
  let front := spread false front ms in
  match bs with
  | [] =>
    if nth (length ms) front false then
      Some (back front (falses (length ms) [true]) ms (blanks (length ms) []))
    else None
  | b :: bs' =>
    let c := ink b in
    let g := gap_before c bs' in
    match size b with
    | Some n =>
      let (k, ms1) := prime n c (pred n) n ms in
      let steps := down n c (negb (is_zero g)) k 0 (S (length ms)) front ms1 in
      match solve_blots bs' (falses (n + g) steps) ms with
      | None => None
      | Some (lead, can) =>
        let marks := both steps (skipn (n + g) lead) in
        let can := if is_zero g then can else dots (falses n marks) can in
        Some (back front marks ms (paint n c 0 marks can))
      end
    | None =>
      let inside := grow c false front ms in
      let over := if is_zero g then inside else false :: gapped inside ms in
      match solve_blots bs' over ms with
      | None => None
      | Some (lead, can) =>
        let ends := both (if is_zero g then inside else gapped inside ms) (skipn g lead) in
        let can := if is_zero g then can else dots ends can in
        let '(_, marks, can) := hold c front inside ends ms can in
        Some (back front marks ms can)
      end
    end
  end.

Lemma falses_nth n xs : forall i, nth (n + i) (falses n xs) false = nth i xs false.
Proof. induction n; simpl; auto. Qed.

Lemma falses_length n xs : length (falses n xs) = n + length xs.
Proof. induction n; simpl; auto. Qed.

Lemma grow_length c : forall front ms inside, S (length ms) <= length front ->
  length (grow c inside front ms) = S (length ms).
Proof.
  induction front as [|f front IH]; intros ms inside H; simpl in *; [lia|].
  destruct ms as [|m ms]; simpl in *; auto. f_equal. apply IH. lia.
Qed.

(* n cells of color c from boundary q on, where the block can begin. *)
Lemma grow_nth c : forall q n front ms inside,
  nth q front false = true -> (forall i, i < n -> has c (nth (q + i) ms []) = true) ->
  S (length ms) <= length front -> q + n <= length ms ->
  forall i, 0 < i <= n -> nth (q + i) (grow c inside front ms) false = true.
Proof.
  assert (A : forall n front ms, (forall i, i < n -> has c (nth i ms []) = true) ->
    S (length ms) <= length front -> n <= length ms ->
    forall i, i <= n -> nth i (grow c true front ms) false = true).
  { induction n as [|n IH]; intros [|f front] [|m ms] H L1 L2 i Hi; simpl in *; try lia.
    - now replace i with 0 by lia.
    - now replace i with 0 by lia.
    - destruct i as [|i]; auto. pose proof (H 0) as H0. simpl in H0. rewrite H0 by lia.
      rewrite orb_true_r. apply IH; try lia. intros j Hj. apply (H (S j)). lia. }
  induction q as [|q IH]; intros n [|f front] [|m ms] inside Hf H L1 L2 i Hi; simpl in *; try lia.
  - subst f. destruct i as [|i]; [lia|]. pose proof (H 0) as H0. simpl in H0. rewrite H0 by lia.
    apply (A (pred n)); try lia. intros j Hj. apply (H (S j)). lia.
  - apply (IH n); auto; lia.
Qed.

Lemma gapped_nth xs : forall ms i, nth i xs false = true -> has 0 (nth i ms []) = true ->
  nth i (gapped xs ms) false = true.
Proof.
  induction xs as [|x xs IH]; intros [|m ms] [|i] Hx Hm; simpl in *; try discriminate; auto.
  now rewrite Hx, Hm.
Qed.

Lemma gapped_length xs : forall ms, length (gapped xs ms) = min (length xs) (length ms).
Proof. induction xs; intros [|m ms]; simpl; auto. Qed.

Lemma tl_nth i (xs : list bool) : nth i (tl xs) false = nth (S i) xs false.
Proof. destruct xs; simpl; auto. now destruct i. Qed.

Lemma hd_nth (xs : list bool) : hd false xs = nth 0 xs false.
Proof. destruct xs; reflexivity. Qed.

Lemma hold_length c : forall ms front inside ends can,
  let '(_, marks, can2) := hold c front inside ends ms can in
  length can2 = length can /\ length marks <= length ms.
Proof.
  induction ms as [|m ms IH]; intros front inside ends [|s can]; simpl; auto; try lia.
  specialize (IH (tl front) (tl inside) (tl ends) can).
  destruct (hold c (tl front) (tl inside) (tl ends) ms can) as [[on marks] can2]. simpl. lia.
Qed.

Lemma hold_wider c : forall ms front inside ends can,
  wider can (snd (hold c front inside ends ms can)).
Proof.
  induction ms as [|m ms IH]; intros front inside ends [|s can]; simpl; try apply wider_refl.
  specialize (IH (tl front) (tl inside) (tl ends) can).
  destruct (hold c (tl front) (tl inside) (tl ends) ms can) as [[on marks] can2]. simpl in *.
  apply wider_cons; auto. match goal with |- context [if ?b then _ else _] => destruct b end; auto using has_put_other.
Qed.

(* Inside from the first boundary on, and an end after n cells. *)
Lemma hold_inside c : forall n front inside ends ms can,
  (forall i, i < n -> nth i inside false = true) -> (forall i, i < n -> has c (nth i ms []) = true) ->
  nth n ends false = true -> n <= length ms -> length can = length ms ->
  let '(on, _, can2) := hold c front inside ends ms can in
  on = true /\ forall i, i < n -> has c (nth i can2 []) = true.
Proof.
  induction n as [|n IH]; intros front inside ends ms can HI HC HE HL HM.
  - destruct ms as [|m ms], can as [|s can]; try discriminate; simpl.
    + rewrite hd_nth. split; auto; lia.
    + destruct (hold c (tl front) (tl inside) (tl ends) ms can) as [[on marks] can2].
      rewrite hd_nth, HE. split; auto; lia.
  - destruct ms as [|m ms]; [simpl in HL; lia|]. destruct can as [|s can]; [discriminate|]. simpl.
    specialize (IH (tl front) (tl inside) (tl ends) ms can).
    destruct (hold c (tl front) (tl inside) (tl ends) ms can) as [[on marks] can2].
    destruct IH as [-> IH]; simpl in *; try lia.
    + intros i Hi. rewrite tl_nth. apply HI. lia.
    + intros i Hi. apply (HC (S i)). lia.
    + now rewrite tl_nth.
    + pose proof (HC 0) as C0. simpl in C0. rewrite (hd_nth inside), (HI 0), C0 by lia. simpl.
      rewrite orb_true_r. split; auto. rewrite orb_true_r. simpl.
      intros [|i] Hi; [apply has_put|]. apply IH. lia.
Qed.

Lemma hold_nth c : forall q n front inside ends ms can,
  nth q front false = true -> 0 < n ->
  (forall i, 0 < i <= n -> nth (q + i) inside false = true) ->
  (forall i, i < n -> has c (nth (q + i) ms []) = true) ->
  nth (q + n) ends false = true -> q + n <= length ms -> length can = length ms ->
  let '(_, marks, can2) := hold c front inside ends ms can in
  nth q marks false = true /\ forall i, i < n -> has c (nth (q + i) can2 []) = true.
Proof.
  induction q as [|q IH]; intros n front inside ends ms can HF Hn HI HC HE HL HM;
    (destruct ms as [|m ms]; [simpl in HL; lia|]; destruct can as [|s can]; [discriminate|]; simpl).
  - pose proof (hold_inside c (pred n) (tl front) (tl inside) (tl ends) ms can) as H.
    destruct (hold c (tl front) (tl inside) (tl ends) ms can) as [[on marks] can2].
    destruct H as [-> H]; simpl in *; try lia.
    + intros i Hi. rewrite tl_nth. apply (HI (S i)). lia.
    + intros i Hi. apply (HC (S i)). lia.
    + rewrite tl_nth. now replace (S (pred n)) with n by lia.
    + pose proof (HC 0) as C0. simpl in C0. rewrite (hd_nth front), HF, C0 by lia. simpl.
      split; auto. intros [|i] Hi; [apply has_put|]. apply H. lia.
  - specialize (IH n (tl front) (tl inside) (tl ends) ms can).
    destruct (hold c (tl front) (tl inside) (tl ends) ms can) as [[on marks] can2].
    destruct IH as [I1 I2]; simpl in *; auto; try lia.
    + now rewrite tl_nth.
    + intros i Hi. rewrite tl_nth. now apply HI.
    + now rewrite tl_nth.
Qed.

Lemma gap_describes c bs rs : Forall2 describes bs rs -> gap c rs = gap_before c bs.
Proof.
  intro F. inversion F as [|b [n d] ? ? [D _]]; subst; simpl; auto. simpl in D. now subst d.
Qed.

Lemma solve_blots_sound bs : forall front ms rs o offs q l,
  path o rs offs l -> Forall2 describes bs rs -> agree q l ms -> q + length l = length ms ->
  nth q front false = true -> S (length ms) <= length front ->
  exists lead can,
    solve_blots bs front ms = Some (lead, can) /\
    nth q lead false = true /\ agree q l can /\ length can = length ms.
Proof.
  induction bs as [|b bs IH]; intros front ms rs o offs q l HP HD HA HL HF HW; cbn [solve_blots];
    set (front1 := spread false front ms);
    assert (FL : length front1 = length front) by apply spread_length.
  - inversion HD; subst. inversion HP; subst. rewrite repeat_length in HL. rewrite agree_repeat in HA.
    assert (FR : forall i, i <= k -> nth (q + i) front1 false = true).
    { intros i Hi. apply spread_right; auto; try lia. intros; apply HA; lia. }
    assert (E : nth (length ms) front1 false = true) by (rewrite <- HL; apply FR; lia). rewrite E.
    remember (back front1 (falses (length ms) [true]) ms (blanks (length ms) [])) as x eqn:B.
    assert (M : nth (q + k) (falses (length ms) [true]) false = true).
    { rewrite HL. replace (length ms) with (length ms + 0) at 1 by lia. now rewrite falses_nth. }
    assert (L1 : length ms <= length (blanks (length ms) ([] : list cset))) by (rewrite blanks_length; simpl; lia).
    assert (L2 : length (falses (length ms) [true]) <= length front1) by (rewrite falses_length; simpl; lia).
    destruct x as [lead can]. exists lead, can. repeat split; auto.
    + pose proof (back_lead _ _ _ _ q k M HA L1 L2) as X. now rewrite <- B in X.
    + rewrite agree_repeat. intros i Hi.
      assert (FR' : forall i, i < k -> nth (q + i) front1 false = true) by (intros; apply FR; lia).
      pose proof (back_cells _ _ _ _ q k i M HA FR' L1 L2 Hi) as X. now rewrite <- B in X.
    + pose proof (back_length (falses (length ms) [true]) front1 ms (blanks (length ms) [])) as X.
      rewrite <- B, blanks_length in X. simpl in X. lia.
  - inversion HD as [|? [n c] ? rs' D HD']; subst. clear HD. destruct D as [Dc Dn]. simpl in Dc, Dn.
    inversion HP as [|? p ? ? ? offs' rest HP' Hn Hc]; subst. clear HP.
    rewrite (gap_describes _ _ _ HD') in *.
    set (c := ink b) in *. set (g := gap_before c bs) in *.
    rewrite !app_length, !repeat_length in HL.
    rewrite !agree_app, !repeat_length, !agree_repeat in HA. destruct HA as (A1 & A2 & A3 & A4).
    assert (FR : forall i, i <= p -> nth (q + i) front1 false = true).
    { intros i Hi. apply spread_right; auto; try lia. intros; apply A1; lia. }
    assert (FR' : forall i, i < p -> nth (q + i) front1 false = true) by (intros; apply FR; lia).
    assert (G01 : g = 0 \/ g = 1).
    { unfold g, gap_before. destruct bs; auto. match goal with |- context [if ?b then _ else _] => destruct b end; auto. }
    (* It is enough to find the block, its gap and what follows. *)
    assert (FIN : forall marks can, nth (q + p) marks false = true -> length marks <= length front1 ->
      agree (q + p) (repeat c n ++ repeat 0 g ++ rest) can -> length can = length ms ->
      exists lead can', Some (back front1 marks ms can) = Some (lead, can') /\ nth q lead false = true /\
        agree q (repeat 0 p ++ repeat c n ++ repeat 0 g ++ rest) can' /\ length can' = length ms).
    { intros marks can MK LM C LC. remember (back front1 marks ms can) as x eqn:B. destruct x as [lead can'].
      assert (L1 : length ms <= length can) by lia.
      exists lead, can'. repeat split; auto.
      - pose proof (back_lead _ _ _ _ q p MK A1 L1 LM) as X. now rewrite <- B in X.
      - rewrite agree_app, repeat_length. split.
        + rewrite agree_repeat. intros i Hi.
          pose proof (back_cells _ _ _ _ q p i MK A1 FR' L1 LM Hi) as X. now rewrite <- B in X.
        + eapply agree_wider; [|exact C].
          pose proof (back_wider marks front1 ms can) as X. now rewrite <- B in X.
      - pose proof (back_length marks front1 ms can) as X. rewrite <- B in X. simpl in X. lia. }
    destruct (size b) as [n'|] eqn:S.
    + destruct Dn as [|Dn]; [discriminate|]. inversion Dn; subst n'.
      rewrite prime_ticks.
      set (steps := down n c (negb (is_zero g)) (ticks n c n (firstn (pred n) ms)) 0 (Datatypes.S (length ms)) front1 (skipn (pred n) ms)).
      assert (ST : nth (q + p) steps false = true).
      { apply down_block; auto; try lia. split; simpl; lia. }
      assert (SL : length steps = min (length front1) (length ms - pred n)) by (unfold steps; now rewrite down_length, skipn_length).
      destruct (IH (falses (n + g) steps) ms rs' (o + p) offs' (q + p + n + g) rest) as (lead & can & E & H1 & H2 & H3); auto; try lia.
      { replace (q + p + n + g) with (n + g + (q + p)) by lia. now rewrite falses_nth. }
      { rewrite falses_length. lia. }
      rewrite E.
      set (marks := both steps (skipn (n + g) lead)).
      assert (MK : nth (q + p) marks false = true).
      { apply both_nth; auto. rewrite nth_skipn'. now replace (n + g + (q + p)) with (q + p + n + g) by lia. }
      apply FIN; auto.
      * unfold marks. rewrite both_length. lia.
      * rewrite agree_app, repeat_length, agree_repeat. split.
        -- intros i Hi. apply paint_nth; auto. destruct G01 as [G|G]; rewrite G; simpl; rewrite ?dots_length; lia.
        -- eapply agree_wider; [apply paint_wider|]. rewrite agree_app, repeat_length, agree_repeat.
           destruct G01 as [G|G]; rewrite G in *; simpl is_zero; cbv iota.
           ++ split; [lia|]. exact H2.
           ++ split.
              ** intros i Hi. apply dots_nth; [|lia].
                 replace (q + p + n + i) with (n + (q + p)) by lia. now rewrite falses_nth.
              ** eapply agree_wider; [apply dots_wider|]. exact H2.
      * rewrite paint_length. destruct G01 as [G|G]; rewrite G; simpl; rewrite ?dots_length; auto.
    + set (inside := grow c false front1 ms).
      assert (IN : forall i, 0 < i <= n -> nth (q + p + i) inside false = true).
      { apply grow_nth; auto; lia. }
      assert (IL : length inside = Datatypes.S (length ms)) by (apply grow_length; lia).
      set (over := if is_zero g then inside else false :: gapped inside ms).
      destruct (IH over ms rs' (o + p) offs' (q + p + n + g) rest) as (lead & can & E & H1 & H2 & H3); auto; try lia.
      { unfold over. destruct G01 as [G|G]; rewrite G in *; simpl is_zero; cbv iota.
        - rewrite Nat.add_0_r. apply IN. lia.
        - replace (q + p + n + 1) with (Datatypes.S (q + p + n)) by lia. simpl. apply gapped_nth; [apply IN; lia|].
          specialize (A3 0). rewrite Nat.add_0_r in A3. apply A3. lia. }
      { unfold over. destruct G01 as [G|G]; rewrite G; simpl; rewrite ?gapped_length; lia. }
      rewrite E.
      set (ends := both (if is_zero g then inside else gapped inside ms) (skipn g lead)).
      assert (EN : nth (q + p + n) ends false = true).
      { apply both_nth.
        - destruct G01 as [G|G]; rewrite G in *; simpl is_zero; cbv iota; [apply IN; lia|].
          apply gapped_nth; [apply IN; lia|]. specialize (A3 0). rewrite Nat.add_0_r in A3. apply A3. lia.
        - rewrite nth_skipn'. now replace (g + (q + p + n)) with (q + p + n + g) by lia. }
      set (can1 := if is_zero g then can else dots ends can).
      assert (L1 : length can1 = length ms) by (unfold can1; destruct (is_zero g); rewrite ?dots_length; auto).
      assert (C1 : agree (q + p + n) (repeat 0 g ++ rest) can1).
      { unfold can1. rewrite agree_app, repeat_length, agree_repeat.
        destruct G01 as [G|G]; rewrite G in *; simpl is_zero; cbv iota.
        - split; [lia|]. exact H2.
        - split.
          + intros i Hi. replace (q + p + n + i) with (q + p + n) by lia. apply dots_nth; auto. lia.
          + eapply agree_wider; [apply dots_wider|]. exact H2. }
      pose proof (hold_nth c (q + p) n front1 inside ends ms can1) as HN.
      pose proof (hold_length c ms front1 inside ends can1) as HLn.
      pose proof (hold_wider c ms front1 inside ends can1) as HWd.
      destruct (hold c front1 inside ends ms can1) as [[on marks] can2]. simpl in HWd.
      destruct HN as [N1 N2]; auto; try lia.
      apply FIN; auto; try lia.
      rewrite agree_app, repeat_length, agree_repeat. split; auto.
      eapply agree_wider; [exact HWd|exact C1].
Qed.
