(* Lagrangian bounds take away only what no unlisted solution has.

   In row and column together, a filled cell weighs a unit if it is empty in the known
   solution, and minus a unit otherwise. So another solution weighs a unit for every cell in
   which the two differ, less a unit for every filled cell of the known one; and two
   solutions differ in at least four cells. *)

From Coq Require Import List Arith NArith ZArith PArith Bool Lia.
From Verified Require Import Nonogram Map Line Bound Checker Models.
Import ListNotations.

(* Two solutions differ in at least four cells. *)

Definition sum (f : positive -> nat) (ks : list positive) : nat := list_sum (map f ks).
Definition sums (f : positive -> nat) (kss : list (list positive)) : nat := list_sum (map (sum f) kss).

Lemma sum_in f ks k : In k ks -> f k <= sum f ks.
Proof.
  unfold sum. induction ks as [|x ks IH]; simpl; [contradiction|]. intros [->|H]; [lia|].
  specialize (IH H). lia.
Qed.

Lemma prepend_sums f row : forall cols, length row = length cols ->
  sums f (prepend row cols) = sum f row + sums f cols.
Proof.
  unfold sums, sum. induction row as [|x row IH]; intros [|col cols] H; try discriminate; auto.
  simpl in *. rewrite IH by lia. lia.
Qed.

Lemma transpose_length w kss : Forall (fun row : list positive => length row = w) kss -> length (transpose w kss) = w.
Proof.
  unfold transpose. induction 1 as [|row kss Hr _ IH]; simpl; [apply repeat_length|].
  rewrite prepend_length; congruence.
Qed.

Lemma transpose_sums f w kss : Forall (fun row => length row = w) kss -> sums f (transpose w kss) = sums f kss.
Proof.
  intro H. induction H as [|row kss Hr Hk IH].
  - unfold transpose, sums. simpl. induction w; simpl; auto.
  - change (transpose w (row :: kss)) with (prepend row (transpose w kss)).
    rewrite prepend_sums by (rewrite transpose_length; auto). rewrite IH. reflexivity.
Qed.

Lemma prepend_here (row : list positive) : forall cols, length row = length cols ->
  Forall2 (fun k col => In k col) row (prepend row cols).
Proof. induction row; intros [|c cols] H; simpl in *; try discriminate; constructor; simpl; auto. Qed.

Lemma prepend_there (r row : list positive) : forall cols, length row = length cols ->
  Forall2 (fun k col => In k col) r cols -> Forall2 (fun k col => In k col) r (prepend row cols).
Proof.
  intros cols L F. revert row L. induction F; intros [|z row] L; simpl in *; try discriminate; constructor; simpl; auto.
Qed.

Lemma row_in_columns w (kss : list (list positive)) : Forall (fun row => length row = w) kss -> forall row, In row kss ->
  Forall2 (fun k col => In k col) row (transpose w kss).
Proof.
  induction 1 as [|r kss Hr Hk IH]; intros row Hi; [contradiction|].
  change (transpose w (r :: kss)) with (prepend r (transpose w kss)).
  assert (L : length r = length (transpose w kss)) by (rewrite transpose_length; auto).
  destruct Hi as [->|Hi]; [now apply prepend_here|]. apply prepend_there; auto.
Qed.

Lemma twice_row f : (forall k, f k <= 1) -> forall row cols,
  Forall2 (fun k col => In k col) row cols -> Forall (fun col => sum f col <> 1) cols ->
  2 * sum f row <= sums f cols.
Proof.
  intros Hf row cols F. unfold sums. induction F as [|k col row cols Hk _ IH]; intro N; [unfold sum; simpl; lia|].
  inversion N; subst. specialize (IH H2). pose proof (sum_in f col k Hk). pose proof (Hf k).
  change (sum f (k :: row)) with (f k + sum f row). simpl in *. lia.
Qed.

Lemma some_row f kss : 0 < sums f kss -> exists row, In row kss /\ 0 < sum f row.
Proof.
  unfold sums. induction kss as [|r kss IH]; simpl; [lia|]. intro H.
  destruct (Nat.eq_dec (sum f r) 0); [|exists r; split; auto; lia].
  destruct IH as (row & Hi & Hs); [lia|]. eauto.
Qed.

Lemma at_least_four f w kss : (forall k, f k <= 1) -> Forall (fun row => length row = w) kss ->
  Forall (fun row => sum f row <> 1) kss -> Forall (fun col => sum f col <> 1) (transpose w kss) ->
  0 < sums f kss -> 4 <= sums f kss.
Proof.
  intros Hf HW HR HC HP. destruct (some_row f kss HP) as (row & Hi & Hs).
  pose proof (twice_row f Hf row _ (row_in_columns w kss HW row Hi) HC) as T.
  rewrite transpose_sums in T by auto.
  rewrite Forall_forall in HR. specialize (HR row Hi). simpl in HR. lia.
Qed.

Definition differ (v s : valuation) (k : positive) : nat := if v k =? s k then 0 else 1.

Lemma differ_even (v s : valuation) ks : (forall k, In k ks -> v k < 2 /\ s k < 2) ->
  count 1 (map v ks) = count 1 (map s ks) -> sum (differ v s) ks <> 1.
Proof.
  intros H E.
  assert (X : exists n, sum (differ v s) ks + 2 * n = count 1 (map v ks) + count 1 (map s ks)).
  { clear E. unfold sum, differ, count. induction ks as [|k ks IH]; [exists 0; reflexivity|].
    destruct IH as [n Hn]; [intros; apply H; now right|]. destruct (H k) as [H1 H2]; [now left|].
    simpl. destruct (v k) as [|[|a]], (s k) as [|[|b]]; try lia; simpl.
    1, 2, 3: exists n; lia.
    exists (S n). lia. }
  destruct X as [n Hn]. lia.
Qed.

Lemma same_counts (v s : valuation) cs : forall kss n, total 1 cs = Some n ->
  Forall2 fits cs (map (map v) kss) -> Forall2 fits cs (map (map s) kss) ->
  Forall (fun ks => count 1 (map v ks) = count 1 (map s ks)) kss.
Proof.
  induction cs as [|[c|] cs IH]; intros [|ks kss] n T F G; simpl in *; inversion F; inversion G; subst; auto; [|discriminate].
  destruct (total_of 1 c) as [a|] eqn:A; [|discriminate]. destruct (total 1 cs) as [b|] eqn:B; [|discriminate].
  constructor; [|eapply IH; eauto].
  match goal with H1 : fits (Some c) (map v ks), H2 : fits (Some c) (map s ks) |- _ =>
    pose proof (total_of_runs 1 _ _ H1 _ A) as P; pose proof (total_of_runs 1 _ _ H2 _ A) as Q end.
  rewrite sum_runs_count in P, Q by lia. lia.
Qed.

Lemma two_colors p v : colors p = 2 -> solution p (grid_of p v) ->
  forall row, In row (cell_variables p) -> forall k, In k row -> v k < 2.
Proof.
  intros H2 S row Hr k Hk. pose proof (has_colors _ _ S) as C. rewrite H2 in C.
  rewrite Forall_forall in C. specialize (C (map v row) (in_map _ _ _ Hr)).
  rewrite Forall_forall in C. apply C. now apply in_map.
Qed.

Lemma variable_rows p v : solution p (grid_of p v) -> Forall (fun row => length row = width p) (cell_variables p).
Proof.
  intro S. pose proof (has_width _ _ S) as W. unfold grid_of in W. rewrite Forall_map in W.
  eapply Forall_impl; [|exact W]. intros row H. rewrite <- (map_length v). exact H.
Qed.

Lemma in_transpose {A} w (kss : list (list A)) : forall col, In col (transpose w kss) -> forall k, In k col -> In k (concat kss).
Proof.
  induction kss as [|row kss IH]; intros col Hc k Hk.
  - unfold transpose in Hc. simpl in Hc. apply repeat_spec in Hc. subst. contradiction.
  - change (transpose w (row :: kss)) with (prepend row (transpose w kss)) in Hc. simpl. apply in_or_app.
    revert Hc. generalize (transpose w kss) IH. clear IH.
    induction row as [|x row IHr]; intros [|c cols] IH Hc; simpl in Hc; try contradiction.
    destruct Hc as [<-|Hc].
    + destruct Hk as [->|Hk]; [left; now left|]. right. apply (IH c); simpl; auto.
    + destruct (IHr cols) as [L|R]; auto.
      * intros c' Hc' k' Hk'. apply (IH c'); simpl; auto.
      * left. now right.
Qed.

Lemma solutions_differ p v s : colors p = 2 ->
  (exists a b, total 1 (rows p) = Some a /\ total 1 (columns p) = Some b) ->
  solution p (grid_of p v) -> solution p (grid_of p s) -> grid_of p v <> grid_of p s ->
  4 <= sums (differ v s) (cell_variables p).
Proof.
  intros H2 (a & b & TA & TB) SV SS N.
  assert (BV := two_colors p v H2 SV). assert (BS := two_colors p s H2 SS).
  assert (W := variable_rows p v SV).
  apply (at_least_four _ (width p)); auto.
  - intro k. unfold differ. destruct (v k =? s k); lia.
  - pose proof (same_counts v s _ _ _ TA (rows_fit _ _ SV) (rows_fit _ _ SS)) as C.
    rewrite Forall_forall in *. intros row Hr. apply differ_even; auto. intros k Hk. split; eauto.
  - pose proof (columns_fit _ _ SV) as CV. pose proof (columns_fit _ _ SS) as CS.
    rewrite <- transpose_columns in CV by apply (has_width _ _ SV).
    rewrite <- transpose_columns in CS by apply (has_width _ _ SS).
    unfold grid_of in CV, CS. rewrite <- transpose_map in CV, CS.
    pose proof (same_counts v s _ _ _ TB CV CS) as C.
    rewrite Forall_forall in *. intros col Hc. apply differ_even; auto. intros k Hk.
    pose proof (in_transpose _ _ _ Hc _ Hk) as Hi. apply in_concat in Hi. destruct Hi as (row & Hr & Hi).
    split; eauto.
  - destruct (Nat.eq_dec (sums (differ v s) (cell_variables p)) 0) as [Z|]; [|lia]. exfalso. apply N.
    unfold grid_of. apply map_ext_in. intros row Hr. apply map_ext_in. intros k Hk.
    assert (D : differ v s k = 0).
    { assert (sum (differ v s) row <= sums (differ v s) (cell_variables p)).
      { unfold sums. clear -Hr. induction (cell_variables p); simpl in *; [contradiction|].
        destruct Hr as [->|Hr]; [lia|]. specialize (IHl Hr). lia. }
      pose proof (sum_in (differ v s) row k Hk). lia. }
    unfold differ in D. destruct (Nat.eqb_spec (v k) (s k)); congruence.
Qed.

(* Weights of lines. *)
Local Open Scope Z_scope.

Fixpoint zsum (f : positive -> Z) (ks : list positive) : Z :=
  match ks with [] => 0 | k :: ks' => f k + zsum f ks' end.
Fixpoint zsums (f : positive -> Z) (kss : list (list positive)) : Z :=
  match kss with [] => 0 | ks :: kss' => zsum f ks + zsums f kss' end.

Lemma zprepend f row : forall cols, length row = length cols ->
  zsums f (prepend row cols) = zsum f row + zsums f cols.
Proof.
  induction row as [|x row IH]; intros [|col cols] H; try discriminate; auto.
  simpl in *. rewrite IH by lia. lia.
Qed.

Lemma ztranspose f w kss : Forall (fun row => length row = w) kss -> zsums f (transpose w kss) = zsums f kss.
Proof.
  intro H. induction H as [|row kss Hr Hk IH].
  - unfold transpose. simpl. induction w; simpl; auto.
  - change (transpose w (row :: kss)) with (prepend row (transpose w kss)).
    rewrite zprepend by (rewrite transpose_length; auto). rewrite IH. reflexivity.
Qed.

(* What the cell of a variable weighs in a valuation. *)
Definition part (w : M.t (Z * Z)) (side : Z * Z -> Z) (v : valuation) (k : positive) : Z :=
  match M.find k w with None => 0 | Some e => if (v k =? 0)%nat then 0 else side e end.

Lemma prefix_weight l : forall ws a, length ws = length l ->
  weight_of 0 l (prefix_sums a ws) =
  match l, ws with x :: l', w :: ws' => (if (x =? 0)%nat then 0 else w) + weight_of 0 l' (prefix_sums (a + w) ws') | _, _ => 0 end.
Proof.
  intros ws a H. destruct l as [|x l], ws as [|w ws]; try discriminate; auto.
  cbn [weight_of]. rewrite <- (weight_skipn 1). cbn [prefix_sums skipn nth].
  destruct ws; cbn [prefix_sums nth]; destruct (x =? 0)%nat; lia.
Qed.

Lemma weights_of_sound w side v : forall ks ws, weights_of w side ks = Some ws ->
  (forall k, In k ks -> M.find k w <> None) /\ length ws = length ks /\
  forall a, weight_of 0 (map v ks) (prefix_sums a ws) = zsum (part w side v) ks.
Proof.
  induction ks as [|k ks IH]; intros ws H; cbn [weights_of] in H.
  - inversion H; subst. repeat split; auto.
  - destruct (M.find k w) as [e|] eqn:E; [|discriminate].
    destruct (weights_of w side ks) as [es|] eqn:E2; inversion H; subst.
    destruct (IH _ eq_refl) as (I1 & I2 & I3). repeat split.
    + intros k' [<-|Hk]; [congruence|auto].
    + simpl. auto.
    + intro a. rewrite prefix_weight by (rewrite map_length; simpl; auto). cbn [map zsum]. rewrite I3.
      unfold part at 2. rewrite E. reflexivity.
Qed.

Lemma weigh_line_sound v m w side t :
  track_ok v t -> front_ok t -> doms_ok v m ->
  match weigh_line m w side t with
  | NotWeighed => True
  | Impossible => False
  | Weighs y most =>
    (forall k, In k (cells t) -> M.find k w <> None) /\
    zsum (part w side v) (cells t) <= y /\
    forall i k, nth_error (cells t) i = Some k -> atleast (zsum (part w side v) (cells t)) (value (v k) (nth i most nothing))
  end.
Proof.
  unfold track_ok, front_ok, weigh_line. intros HT [HB HF] Hm.
  destruct (blocks_of t) as [bs blocks [front|]|c|]; auto.
  - destruct (color_sets m (backwards t) []) as [ms|] eqn:EM; auto.
    destruct (spans m blocks) as [rs|] eqn:ER; auto.
    destruct (weights_of w side (cells t)) as [ws|] eqn:EW; auto.
    destruct (color_sets_sound v m t Hm HB _ EM) as [L A].
    pose proof (spans_sound v m Hm _ _ ER) as R.
    destruct (weights_of_sound w side v _ _ EW) as (W1 & W2 & W3).
    destruct HF as [F1 F2].
    destruct (weigh_sound bs rs (map (fun b : bool => if b then Some 0 else None) front) ms (prefix_sums 0 ws) 0 (map v blocks) (map v (cells t)) 0)
      as (lead & most & E & E1 & E2 & E3); auto.
    + rewrite map_length. simpl. auto.
    + exists 0. split; [|lia]. destruct front; simpl in *; [discriminate|]. now subst.
    + rewrite map_length. lia.
    + rewrite L, <- W2. clear. generalize 0. induction ws; intro; simpl; auto.
    + rewrite E, W3 in *. assert (X : atleast (zsum (part w side v) (cells t)) (hd None lead)) by (destruct lead; exact E1).
      destruct X as (y & -> & Hy). repeat split; auto.
      intros i k Hk. apply (E2 i). now apply map_nth_error.
  - apply path_least in HT. rewrite map_length in HT. lia.
Qed.

Lemma set_losses_find ks : forall losses y most k e,
  M.find k (set_losses losses ks y most) = Some e ->
  M.find k losses = Some e \/
  exists i, nth_error ks i = Some k /\ e = (loss y (fst (nth i most nothing)), loss y (snd (nth i most nothing))).
Proof.
  induction ks as [|k' ks IH]; intros losses y [|e' most] k e H; simpl in H; auto.
  destruct (IH _ _ _ _ _ H) as [F|(i & Hi & He)].
  - destruct (Pos.eq_dec k k') as [->|N].
    + rewrite M.gss in F. inversion F; subst. right. exists 0%nat. auto.
    + rewrite M.gso in F by auto. auto.
  - right. exists (S i). auto.
Qed.

Lemma weigh_lines_sound v m w side ts :
  Forall (track_ok v) ts -> Forall front_ok ts -> doms_ok v m ->
  match weigh_lines m w side ts with
  | NoBalance => True
  | NoArrangement => False
  | Balance b losses =>
    (forall t k, In t ts -> In k (cells t) -> M.find k w <> None) /\
    zsums (part w side v) (map cells ts) <= b /\
    forall k e, M.find k losses = Some e ->
      exists z, value (v k) e = Some z /\ zsums (part w side v) (map cells ts) <= b - z
  end.
Proof.
  intros HT HF Hm. induction ts as [|t ts IH]; cbn [weigh_lines].
  - repeat split; simpl; try lia; try contradiction. intros k e H. discriminate.
  - inversion HT; inversion HF; subst.
    pose proof (weigh_line_sound v m w side t) as L.
    destruct (weigh_line m w side t) as [| |y most]; auto.
    destruct L as (L1 & L2 & L3); auto.
    destruct (weigh_lines m w side ts) as [| |b losses]; auto.
    destruct IH as (I1 & I2 & I3); auto. cbn [map zsums]. repeat split.
    + intros t' k [<-|Ht] Hk; eauto.
    + lia.
    + intros k e He. apply set_losses_find in He. destruct He as [He|(i & Hi & He)].
      * destruct (I3 k e He) as (z & Hz & Hb). exists z. split; auto. lia.
      * destruct (L3 i k Hi) as (x & Hx & Hl). exists (y - x). split; [|lia].
        subst e. unfold value in *. destruct (v k); simpl; now rewrite Hx.
Qed.

(* The whole. *)

Lemma cell_weights_find u s ks : forall ws m k e,
  M.find k (cell_weights u ks (map s ks) ws m) = Some e ->
  M.find k m = Some e \/ fst e + snd e = if (s k =? 0)%nat then u else - u.
Proof.
  induction ks as [|k' ks IH]; intros [|x ws] m k e H; cbn [map cell_weights] in H; auto.
  destruct (IH _ _ _ _ H) as [F|]; auto.
  destruct (Pos.eq_dec k k') as [->|N].
  - rewrite M.gss in F. inversion F; subst. right. cbn [fst snd]. lia.
  - rewrite M.gso in F by auto. auto.
Qed.

Lemma zsum_concat f kss : zsum f (concat kss) = zsums f kss.
Proof.
  induction kss as [|ks kss IH]; simpl; auto. rewrite <- IH. clear. induction ks; simpl; auto. lia.
Qed.

Lemma filled_cells_from g : forall n, filled_cells n g = n + filled_cells 0 g.
Proof.
  induction g as [|x g IH]; intro n; cbn [filled_cells]; [lia|].
  rewrite (IH (if (x =? 0)%nat then n else n + 1)), (IH (if (x =? 0)%nat then 0 else 0 + 1)).
  destruct (x =? 0)%nat; lia.
Qed.

Lemma total_weight u w (v s : valuation) ks :
  (forall k, In k ks -> (v k < 2 /\ s k < 2)%nat) ->
  (forall k, In k ks -> M.find k w <> None) ->
  (forall k e, M.find k w = Some e -> fst e + snd e = if (s k =? 0)%nat then u else - u) ->
  zsum (part w fst v) ks + zsum (part w snd v) ks =
  u * (Z.of_nat (sum (differ v s) ks) - filled_cells 0 (map s ks)).
Proof.
  intros HB HF HW. induction ks as [|k ks IH]; [simpl; lia|].
  cbn [zsum map filled_cells]. rewrite (filled_cells_from (map s ks)). change (sum (differ v s) (k :: ks)) with (differ v s k + sum (differ v s) ks)%nat.
  rewrite Nat2Z.inj_add.
  assert (I : zsum (part w fst v) ks + zsum (part w snd v) ks = u * (Z.of_nat (sum (differ v s) ks) - filled_cells 0 (map s ks))).
  { apply IH; intros; [apply HB|apply HF]; now right. }
  assert (K : part w fst v k + part w snd v k = u * (Z.of_nat (differ v s k) - (if (s k =? 0)%nat then 0 else 0 + 1))).
  { unfold part. destruct (M.find k w) as [e|] eqn:E; [|destruct (HF k (or_introl eq_refl) E)].
    specialize (HW k e E). destruct (HB k (or_introl eq_refl)). unfold differ.
    destruct (v k) as [|[|a]], (s k) as [|[|b]]; simpl in *; lia. }
  lia.
Qed.

Lemma concat_sum f kss : sum f (concat kss) = sums f kss.
Proof.
  unfold sums, sum. induction kss as [|ks kss IH]; simpl; auto. now rewrite map_app, list_sum_app, IH.
Qed.

Lemma eliminate_sound v ks by_row by_column bound least : forall m,
  doms_ok v m -> (forall k, In k ks -> (v k < 2)%nat) ->
  (forall k a b, M.find k by_row = Some a -> M.find k by_column = Some b ->
    enough bound least (value (v k) a) (value (v k) b) = true) ->
  good v (eliminate m ks by_row by_column bound least).
Proof.
  induction ks as [|k ks IH]; intros m Hm HB HE; cbn [eliminate]; auto.
  destruct (M.find k m) as [[s|]|] eqn:E; simpl; auto.
  destruct (M.find k by_row) as [a|] eqn:EA; simpl; auto.
  destruct (M.find k by_column) as [b|] eqn:EB; simpl; auto.
  specialize (HE k a b EA EB) as HK. pose proof (Hm _ _ E) as HI. simpl in HI.
  pose proof (HB k (or_introl eq_refl)) as B2.
  assert (X : inside (Colors [has 0 s && enough bound least (fst a) (fst b); has 1 s && enough bound least (snd a) (snd b)]) (v k)).
  { simpl. unfold has at 1. destruct (v k) as [|[|x]]; simpl in *; try lia; now rewrite HI, HK. }
  match goal with |- context [if ?b then _ else _] => destruct b eqn:O end.
  - apply IH; auto; [|intros; apply HB; now right]. destruct (same s _); auto. now apply doms_ok_add.
  - exfalso. apply orb_false_iff in O. destruct O as [O1 O2].
    simpl in X. rewrite O1, O2 in X. unfold has in X. destruct (v k) as [|[|x]]; simpl in X; try discriminate. destruct x; discriminate.
Qed.

Lemma make_tracks_cells cs : forall kss bss, length kss = length cs -> length bss = length cs ->
  map cells (make_tracks cs kss bss) = kss.
Proof.
  induction cs as [|c cs IH]; intros [|ks kss] [|bs bss] H1 H2; simpl in *; try discriminate; auto.
  f_equal. apply IH; lia.
Qed.

Lemma number_length sizes : forall k, length (number sizes k) = length sizes.
Proof. induction sizes; intro k; simpl; auto. Qed.

Lemma Forall2_length {A B} (P : A -> B -> Prop) xs ys : Forall2 P xs ys -> length xs = length ys.
Proof. induction 1; simpl; auto. Qed.

Lemma tracks_cells p v : solution p (grid_of p v) ->
  map cells (row_tracks (setup p)) = cell_variables p /\
  map cells (column_tracks (setup p)) = transpose (width p) (cell_variables p).
Proof.
  intro S. assert (W := variable_rows p v S).
  assert (L1 : length (cell_variables p) = height p).
  { rewrite <- (has_height _ _ S). unfold grid_of. now rewrite map_length. }
  assert (L2 : length (rows p) = height p).
  { rewrite <- (has_height _ _ S). eapply Forall2_length. apply (rows_fit _ _ S). }
  assert (L3 : length (columns p) = width p).
  { pose proof (Forall2_length _ _ _ (columns_fit _ _ S)) as X. unfold all_columns in X. now rewrite map_length, seq_length in X. }
  assert (L4 : length (transpose (width p) (cell_variables p)) = width p) by now apply transpose_length.
  assert (A : map cells (tracks_of p) = cell_variables p ++ transpose (width p) (cell_variables p)).
  { unfold tracks_of. apply make_tracks_cells.
    - rewrite !app_length. congruence.
    - unfold block_variables, variables. rewrite skipn_length, number_length, app_length, repeat_length, map_length. lia. }
  cbn [setup row_tracks column_tracks]. rewrite <- firstn_map, <- skipn_map, A, <- L1.
  rewrite firstn_app, skipn_app, Nat.sub_diag, firstn_all, skipn_all. simpl. now rewrite app_nil_r.
Qed.

Lemma any_bound_sound p v s m u ws :
  weighable p = true -> model p v -> (forall row k, In row (cell_variables p) -> In k row -> (s k < 2)%nat) ->
  u = 0 \/ 0 < u /\ (4 <= sums (differ v s) (cell_variables p))%nat -> doms_ok v m ->
  good v (apply_bound (setup p) m (grid_of p s) u ws).
Proof.
  intros HW HV HS D Hm. unfold weighable in HW. apply andb_true_iff in HW. destruct HW as [H2 HT].
  apply Nat.eqb_eq in H2.
  destruct (tracks_cells p v (proj1 HV)) as [TR TC].
  assert (OK : Forall (track_ok v) (tracks_of p)) by apply HV.
  assert (FR : Forall front_ok (tracks_of p)) by apply make_tracks_front.
  rewrite Forall_forall in OK, FR.
  assert (SK : forall (t : track) n, In t (skipn n (tracks_of p)) -> In t (tracks_of p)).
  { intros t n Hi. rewrite <- (firstn_skipn n). apply in_or_app. auto. }
  assert (FK : forall (t : track) n, In t (firstn n (tracks_of p)) -> In t (tracks_of p)).
  { intros t n Hi. rewrite <- (firstn_skipn n (tracks_of p)). apply in_or_app. auto. }
  unfold apply_bound.
  assert (Q : concat (grid_of p s) = map s (concat (cell_rows (setup p)))) by (cbn [setup cell_rows]; unfold grid_of; symmetry; apply concat_map).
  rewrite Q. set (ks := concat (cell_rows (setup p))) in *. set (w := cell_weights u ks (map s ks) ws (M.empty _)).
  assert (WF : forall k e, M.find k w = Some e -> fst e + snd e = if (s k =? 0)%nat then u else - u).
  { intros k e He. apply cell_weights_find in He. destruct He as [He|He]; auto. discriminate. }
  assert (LR := weigh_lines_sound v m w fst (row_tracks (setup p))).
  assert (LC := weigh_lines_sound v m w snd (column_tracks (setup p))).
  destruct (weigh_lines m w fst (row_tracks (setup p))) as [| |a by_row]; try exact I.
  { destruct LR; auto; apply Forall_forall; intros t Ht; [apply OK|apply FR]; eapply FK; exact Ht. }
  destruct (weigh_lines m w snd (column_tracks (setup p))) as [| |b by_column]; try exact I.
  { destruct LC; auto; apply Forall_forall; intros t Ht; [apply OK|apply FR]; eapply SK; exact Ht. }
  destruct LR as (R1 & R2 & R3); auto; [apply Forall_forall; intros t Ht; apply OK; eapply FK; exact Ht|apply Forall_forall; intros t Ht; apply FR; eapply FK; exact Ht|].
  destruct LC as (C1 & C2 & C3); auto; [apply Forall_forall; intros t Ht; apply OK; eapply SK; exact Ht|apply Forall_forall; intros t Ht; apply FR; eapply SK; exact Ht|].
  rewrite TR in R2, R3. rewrite TC in C2, C3.
  rewrite (ztranspose _ _ _ (variable_rows p v (proj1 HV))) in C2.
  assert (B : forall k, In k ks -> (v k < 2 /\ s k < 2)%nat).
  { intros k Hk. apply in_concat in Hk. destruct Hk as (row & Hr & Hk).
    split; [|eapply HS; eauto]. eapply two_colors; eauto. apply HV. }
  assert (T := total_weight u w v s ks B).
  assert (Z1 : forall f, zsum f ks = zsums f (cell_variables p)) by (intro; apply zsum_concat).
  assert (Z2 : sum (differ v s) ks = sums (differ v s) (cell_variables p)) by apply concat_sum.
  rewrite !Z1, Z2 in T.
  assert (E : zsums (part w fst v) (cell_variables p) + zsums (part w snd v) (cell_variables p) >= u * (4 - filled_cells 0 (map s ks))).
  { rewrite T; auto.
    - nia.
    - intros k Hk. apply in_concat in Hk. destruct Hk as (row & Hr & Hk).
      cbn [setup cell_rows] in Hr. rewrite <- TR in Hr. apply in_map_iff in Hr. destruct Hr as (t & <- & Ht). eauto. }
  set (least := u * (4 - filled_cells 0 (map s ks))) in *.
  destruct (Z.ltb_spec (a + b) least); [simpl; lia|].
  apply eliminate_sound; auto.
  - intros k Hk. apply B; auto.
  - intros k ea eb Ha Hb. destruct (R3 k ea Ha) as (x & -> & Hx). destruct (C3 k eb Hb) as (y & -> & Hy).
    rewrite (ztranspose _ _ _ (variable_rows p v (proj1 HV))) in Hy.
    simpl. apply Z.leb_le. lia.
Qed.

Lemma apply_bound_sound p v s m unit ws :
  weighable p = true -> model p v -> model p s -> grid_of p v <> grid_of p s -> doms_ok v m ->
  good v (apply_bound (setup p) m (grid_of p s) (Z.pos unit) ws).
Proof.
  intros HW HV HS N Hm. pose proof HW as HX. unfold weighable in HX. apply andb_true_iff in HX. destruct HX as [H2 HT].
  apply Nat.eqb_eq in H2.
  destruct (total 1 (rows p)) as [ta|] eqn:TA; [|discriminate].
  destruct (total 1 (columns p)) as [tb|] eqn:TB; [|discriminate].
  apply any_bound_sound; auto.
  - intros row k Hr Hk. eapply two_colors; eauto. apply HS.
  - right. split; [reflexivity|]. apply solutions_differ; eauto; [apply HV|apply HS].
Qed.

Lemma opposed_bound_sound p v m ws :
  weighable p = true -> model p v -> doms_ok v m ->
  good v (apply_bound (setup p) m (map (map (fun _ => 0%nat)) (cell_rows (setup p))) 0 ws).
Proof.
  intros HW HV Hm. apply (any_bound_sound p v (fun _ => 0%nat)); auto.
Qed.
