(* What the checker accepts is true.

   A valuation gives a value to every variable. It is a model of a puzzle if its cells are
   a solution and the offsets of its blocks are those that they have in it. The invariant
   of the checker: every model whose grid has not been listed is within all domains and
   satisfies all clauses, and there is none after a contradiction that stays. *)

From Coq Require Import List Arith NArith PArith Bool Lia FMapPositive.
From Verified Require Import Nonogram Line Checker.
Import ListNotations.

Definition inside (d : dom) (x : nat) : Prop :=
  match d with Colors s => has x s = true | Span lo hi => lo <= x <= hi end.

Notation valuation := (positive -> nat) (only parsing).

Definition holds (v : valuation) (l : literal) : Prop := passes (what l) (v (var l)) = sign l.
Definition clause_ok (v : valuation) (c : clause) : Prop := Exists (holds v) c.
Definition doms_ok (v : valuation) (m : doms) : Prop :=
  forall k d, M.find k m = Some d -> inside d (v k).

Definition track_ok (v : valuation) (t : track) : Prop :=
  match blocks_of t with
  | Solid bs blocks _ => path 0 bs (map v blocks) (map v (cells t))
  | Blotted c => fits c (map v (cells t))
  end.

Definition front_ok (t : track) : Prop :=
  match blocks_of t with
  | Solid bs _ (Some front) => nth 0 front false = true /\ length front + least bs = S (length (cells t))
  | Solid bs _ None => length (cells t) < least bs
  | Blotted _ => True
  end.

(* Domains. *)

Lemma some_has c s : has c s = true -> some s = true.
Proof.
  unfold has. revert c. induction s as [|b s IH]; intros [|c]; simpl; try discriminate.
  - intros ->. reflexivity.
  - intro H. fold (some s). rewrite (IH c H). apply orb_true_r.
Qed.

Lemma some_other_has c s : forall x, has x s = true -> x <> c -> some_other c s = true.
Proof.
  unfold has. revert c. induction s as [|b s IH]; intros c [|x] H N; simpl in *; try discriminate.
  - destruct c; [lia|]. now rewrite H.
  - destruct c as [|c]; [eapply some_has; exact H|]. apply orb_true_iff. right. apply (IH c x H). lia.
Qed.

Lemma possible_sound d t x : inside d x -> possible d t (passes t x) = true.
Proof.
  destruct d as [s|lo hi], t as [c|o]; simpl; intro H; auto.
  - destruct (Nat.eqb_spec x c); [now subst|]. eapply some_other_has; eauto.
  - destruct (Nat.leb_spec o x); [apply Nat.leb_le|apply Nat.ltb_lt]; lia.
Qed.

Lemma has_only c : has c (only c) = true.
Proof. induction c; simpl; auto. Qed.

Lemma has_remove c s : forall x, has x s = true -> x <> c -> has x (remove c s) = true.
Proof.
  unfold has. revert c. induction s as [|b s IH]; intros c [|x] H N; simpl in *; try discriminate.
  - destruct c; [lia|]. auto.
  - destruct c; simpl; auto.
Qed.

Lemma narrow_sound d t x : inside d x -> inside (narrow d t (passes t x)) x.
Proof.
  destruct d as [s|lo hi], t as [c|o]; simpl; intro H; auto.
  - destruct (Nat.eqb_spec x c); [subst; apply has_only|]. now apply has_remove.
  - destruct (Nat.leb_spec o x); simpl; lia.
Qed.

Lemma doms_ok_add v m k d : doms_ok v m -> inside d (v k) -> doms_ok v (M.add k d m).
Proof.
  intros Hm Hd k' d' H. destruct (Pos.eq_dec k' k) as [->|N].
  - rewrite M.gss in H. congruence.
  - rewrite M.gso in H by auto. eauto.
Qed.

Lemma possible_in_sound v m l : doms_ok v m -> possible_in m l (passes (what l) (v (var l))) = true.
Proof.
  intro Hm. unfold possible_in. destruct (M.find (var l) m) eqn:E; auto.
  apply possible_sound. eauto.
Qed.

Lemma assume_sound v m l s : doms_ok v m -> passes (what l) (v (var l)) = s ->
  exists m', assume m l s = Some m' /\ doms_ok v m'.
Proof.
  intros Hm <-. unfold assume. destruct (M.find (var l) m) as [d|] eqn:E; [|eauto].
  rewrite possible_sound by eauto.
  match goal with |- context [if ?b then _ else _] => destruct b end; eauto.
  eexists; split; eauto. apply doms_ok_add; auto. apply narrow_sound. eauto.
Qed.

(* Clauses. *)

Definition status_ok (v : valuation) (s : status) : Prop :=
  match s with Violated => False | Unit l => holds v l | _ => True end.

Lemma scan_sound v m c : doms_ok v m ->
  forall open, clause_ok v c \/ status_ok v open -> status_ok v (scan m c open).
Proof.
  intro Hm. induction c as [|l c IH]; intros open H; simpl.
  - destruct H as [H|H]; [inversion H|auto].
  - pose proof (possible_in_sound v m l Hm) as P.
    destruct (possible_in m l (negb (sign l))) eqn:E1; [|exact I].
    destruct (possible_in m l (sign l)) eqn:E2.
    + apply IH. destruct H as [H|H].
      * inversion H; subst; auto. right. destruct open; simpl; auto.
      * right. destruct open; simpl in *; auto; contradiction.
    + apply IH. destruct H as [H|H]; auto. inversion H; subst; auto.
      unfold holds in *. congruence.
Qed.

Definition good (v : valuation) (o : outcome) : Prop :=
  match o with Wrong _ => True | Clash => False | Reached m => doms_ok v m end.

Lemma apply_sound v m c : doms_ok v m -> clause_ok v c -> good v (apply m c).
Proof.
  intros Hm Hc. unfold apply. pose proof (scan_sound v m c Hm Violated (or_introl Hc)) as S.
  destruct (scan m c Violated) as [| |l|]; simpl in *; auto.
  destruct (assume_sound v m l (sign l) Hm S) as (m' & -> & H). exact H.
Qed.

(* Lines. *)

Lemma color_sets_sound v m : doms_ok v m -> forall ks ms,
  color_sets m ks = Some ms -> length ms = length ks /\ agree 0 (map v ks) ms.
Proof.
  intro Hm. induction ks as [|k ks IH]; simpl; intros ms H.
  - inversion H; subst. split; auto. intros [|i] x Hx; discriminate.
  - destruct (M.find k m) as [[s|]|] eqn:E; try discriminate.
    destruct (color_sets m ks) as [ss|]; inversion H; subst.
    destruct (IH _ eq_refl) as [L A]. split; [simpl; auto|].
    intros [|i] x Hx; simpl in *.
    + inversion Hx; subst. apply (Hm _ _ E).
    + apply (A i x Hx).
Qed.

Lemma spans_sound v m : doms_ok v m -> forall ks rs,
  spans m ks = Some rs -> Forall2 within (map v ks) rs.
Proof.
  intro Hm. induction ks as [|k ks IH]; simpl; intros rs H.
  - inversion H; constructor.
  - destruct (M.find k m) as [[|lo hi]|] eqn:E; try discriminate.
    destruct (spans m ks); inversion H; subst. constructor; auto. apply (Hm _ _ E).
Qed.

Lemma set_colors_sound v ks : forall m old new,
  doms_ok v m -> agree 0 (map v ks) new -> doms_ok v (set_colors m ks old new).
Proof.
  induction ks as [|k ks IH]; intros m [|s old] [|t new] Hm HA; simpl; auto.
  apply IH.
  - destruct (same s t); auto. apply doms_ok_add; auto. apply (HA 0). reflexivity.
  - intros i x Hx. apply (HA (S i) x Hx).
Qed.

Lemma set_spans_sound v ks : forall m old new,
  doms_ok v m -> Forall2 within (map v ks) new -> doms_ok v (set_spans m ks old new).
Proof.
  induction ks as [|k ks IH]; intros m [|[a b] old] [|[c d] new] Hm HA; simpl; auto.
  inversion HA; subst. apply IH; auto.
  match goal with |- context [if ?b then _ else _] => destruct b end; auto.
  apply doms_ok_add; auto.
Qed.

Lemma solve_line_sound v m t :
  track_ok v t -> front_ok t -> doms_ok v m -> good v (solve_line m t).
Proof.
  unfold track_ok, front_ok, solve_line. intros HT HF Hm.
  destruct (blocks_of t) as [bs blocks [front|]|c]; simpl; auto.
  - destruct (color_sets m (cells t)) as [ms|] eqn:EM; simpl; auto.
    destruct (spans m blocks) as [rs|] eqn:ER; simpl; auto.
    destruct (color_sets_sound v m Hm _ _ EM) as [L A].
    pose proof (spans_sound v m Hm _ _ ER) as R.
    destruct HF as [F1 F2].
    destruct (solve_sound bs rs front ms 0 (map v blocks) (map v (cells t))) as (lead & can & rs' & E & _ & HA & _ & HR); auto.
    + rewrite map_length. simpl. auto.
    + lia.
    + rewrite E. simpl. apply set_spans_sound; auto. apply set_colors_sound; auto.
  - apply path_least in HT. rewrite map_length in HT. lia.
Qed.

(* Hints. *)

Definition tracks_ok (v : valuation) (ts : M.t track) : Prop :=
  forall k t, M.find k ts = Some t -> track_ok v t /\ front_ok t.
Definition clauses_ok (v : valuation) (cs : M.t clause) : Prop :=
  forall k c, M.find k cs = Some c -> clause_ok v c.

Lemma follow_sound v ts cs : tracks_ok v ts -> clauses_ok v cs ->
  forall hs m, doms_ok v m -> good v (follow ts cs m hs).
Proof.
  intros HT HC. induction hs as [|h hs IH]; intros m Hm; simpl; auto.
  assert (G : good v (follow_one ts cs m h)).
  { destruct h as [k|id]; simpl.
    - destruct (M.find k ts) eqn:E; simpl; auto. destruct (HT _ _ E). now apply solve_line_sound.
    - destruct (M.find id cs) eqn:E; simpl; auto. apply apply_sound; eauto. }
  destruct (follow_one ts cs m h); simpl in *; auto.
Qed.

Lemma clause_dec v c : {clause_ok v c} + {~ clause_ok v c}.
Proof. apply Exists_dec. intro l. unfold holds. apply bool_dec. Qed.

Lemma assume_false_sound v c : ~ clause_ok v c -> forall m, doms_ok v m ->
  exists m', assume_false m c = Some m' /\ doms_ok v m'.
Proof.
  induction c as [|l c IH]; intros N m Hm; simpl; eauto.
  destruct (assume_sound v m l (negb (sign l)) Hm) as (m' & -> & Hm').
  - assert (~ holds v l) by (intro; apply N; now left). unfold holds in *.
    destruct (passes (what l) (v (var l))), (sign l); simpl; congruence.
  - apply IH; auto. intro; apply N. now right.
Qed.

(* Grids. *)

Lemma all2_sound {A B} (f : A -> B -> bool) (P : A -> B -> Prop) :
  (forall a b, f a b = true -> P a b) -> forall xs ys, all2 f xs ys = true -> Forall2 P xs ys.
Proof.
  intro H. induction xs as [|x xs IH]; intros [|y ys]; simpl; try discriminate; auto.
  rewrite andb_true_iff. intros []. constructor; auto.
Qed.

Lemma all2_refl {A} (f : A -> A -> bool) : (forall a, f a a = true) -> forall xs, all2 f xs xs = true.
Proof. intros H xs. induction xs; simpl; auto. now rewrite H. Qed.

Lemma describesb_sound b r : describesb b r = true -> describes b r.
Proof.
  unfold describesb, describes. rewrite andb_true_iff, Nat.eqb_eq. intros [-> H]. split; auto.
  destruct (size b); auto. apply Nat.eqb_eq in H. subst. auto.
Qed.

Lemma fitsb_sound c l : fitsb c l = true -> fits c l.
Proof. apply all2_sound. apply describesb_sound. Qed.

Lemma keepsb_sound k c : keepsb k c = true -> keeps k c.
Proof.
  unfold keepsb, keeps. destruct k; auto. rewrite Nat.eqb_eq. intros ->. auto.
Qed.

Lemma prepend_seq (row : list nat) f : forall s,
  prepend row (map f (seq s (length row))) = map (fun j => nth (j - s) row 0 :: f j) (seq s (length row)).
Proof.
  induction row as [|x row IH]; intro s; simpl; auto. rewrite Nat.sub_diag. f_equal.
  rewrite IH. apply map_ext_in. intros j Hj. apply in_seq in Hj.
  destruct (j - s) eqn:E; [lia|]. replace (j - S s) with n by lia. reflexivity.
Qed.

Lemma transpose_columns w g : Forall (fun row => length row = w) g -> transpose w g = all_columns w g.
Proof.
  unfold all_columns. induction 1 as [|row g Hr Hg IH]; simpl.
  - unfold transpose. simpl. generalize 0 as s. clear. induction w; intro s; simpl; f_equal; auto.
  - unfold transpose in *. simpl. rewrite IH. subst w. rewrite prepend_seq.
    apply map_ext. intro j. unfold column. simpl. now rewrite Nat.sub_0_r.
Qed.

Lemma solutionb_sound p g : solutionb p g = true -> solution p g.
Proof.
  unfold solutionb. rewrite !andb_true_iff, Nat.eqb_eq, !forallb_forall.
  intros (((((H1 & H2) & H3) & H4) & H5) & H6).
  assert (W : Forall (fun row => length row = width p) g).
  { apply Forall_forall. intros row Hr. apply Nat.eqb_eq. auto. }
  split; auto.
  - apply Forall_forall. intros row Hr. apply Forall_forall. intros c Hc.
    specialize (H3 _ Hr). rewrite forallb_forall in H3. apply Nat.ltb_lt. auto.
  - eapply all2_sound; eauto using fitsb_sound.
  - rewrite <- transpose_columns by auto. eapply all2_sound; eauto using fitsb_sound.
  - eapply all2_sound; [|eauto]. intros a b. apply all2_sound. apply keepsb_sound.
Qed.

Lemma same_grid_refl g : same_grid g g = true.
Proof. apply all2_refl. intro. apply all2_refl. apply Nat.eqb_refl. Qed.

(* Models. *)

Definition grid_of (p : puzzle) (v : valuation) : grid := map (map v) (cell_variables p).
Definition model (p : puzzle) (v : valuation) : Prop :=
  solution p (grid_of p v) /\ Forall (track_ok v) (tracks_of p).

Lemma count_up_values base rest : forall xs k pre,
  Pos.to_nat k = Pos.to_nat base + length pre ->
  map (fun x => nth (Pos.to_nat x - Pos.to_nat base) (pre ++ xs ++ rest) 0) (count_up (length xs) k) = xs.
Proof.
  induction xs as [|x xs IH]; intros k pre H; simpl; auto. f_equal.
  - rewrite H, app_nth2 by lia. replace (_ - length pre) with 0 by lia. reflexivity.
  - specialize (IH (Pos.succ k) (pre ++ [x])). rewrite <- app_assoc in IH. apply IH.
    rewrite Pos2Nat.inj_succ, H, app_length. simpl. lia.
Qed.

Lemma after_nat n : forall k, Pos.to_nat (after n k) = Pos.to_nat k + n.
Proof. induction n; intro k; simpl; auto. rewrite IHn, Pos2Nat.inj_succ. lia. Qed.

Lemma number_values base : forall xss k pre,
  Pos.to_nat k = Pos.to_nat base + length pre ->
  map (map (fun x => nth (Pos.to_nat x - Pos.to_nat base) (pre ++ concat xss) 0)) (number (map (@length nat) xss) k) = xss.
Proof.
  induction xss as [|xs xss IH]; intros k pre H; simpl; auto. f_equal.
  - now apply count_up_values.
  - specialize (IH (after (length xs) k) (pre ++ xs)). rewrite <- app_assoc in IH. apply IH.
    rewrite after_nat, H, app_length. lia.
Qed.

Lemma solid_runs c : forall bs rs, solid_blocks c = Some bs -> Forall2 describes c rs -> bs = rs.
Proof.
  induction c as [|b c IH]; intros bs rs H F; inversion F as [|? [n d] ? rs' D F']; subst; simpl in H.
  - now inversion H.
  - destruct (size b) eqn:S; [|discriminate]. destruct (solid_blocks c); inversion H; subst.
    destruct D as [D1 [D2|D2]]; [congruence|]. simpl in *. f_equal; [|auto]. congruence.
Qed.

Lemma path_offsets o bs offs l : path o bs offs l -> length offs = length bs.
Proof. induction 1; simpl; auto. Qed.

Lemma solid_length c : forall bs, solid_blocks c = Some bs -> length bs = length c.
Proof.
  induction c as [|b c IH]; simpl; intros bs H; [inversion H; auto|].
  destruct (size b); [|discriminate]. destruct (solid_blocks c); inversion H; subst. simpl. auto.
Qed.

Lemma choose cs ls : Forall2 fits cs ls -> exists offss,
  map (@length nat) offss = map (@length block) cs /\
  forall v kss bss, map (map v) kss = ls -> map (map v) bss = offss ->
    Forall (track_ok v) (make_tracks cs kss bss).
Proof.
  induction 1 as [|c l cs ls Hc _ (offss & HL & IH)].
  - exists []. split; auto. intros. constructor.
  - assert (X : exists offs, length offs = length c /\
      forall v ks bs, map v ks = l -> map v bs = offs -> track_ok v (make_track c ks bs)).
    { unfold track_ok, make_track. destruct (solid_blocks c) as [bs|] eqn:E.
      - destruct (runs_path (length l) l 0) as [offs HP]; auto.
        exists offs. rewrite <- (solid_runs _ _ _ E Hc) in HP. split.
        + rewrite (path_offsets _ _ _ _ HP). eapply solid_length; eauto.
        + intros v ks ks' Hk Hk'. simpl. now rewrite Hk, Hk'.
      - exists (repeat 0 (length c)). split; [apply repeat_length|]. intros v ks bs Hk _. simpl. now rewrite Hk. }
    destruct X as (offs & HO & X). exists (offs :: offss). split; [simpl; congruence|].
    intros v [|ks kss] [|bs bss] H1 H2; try discriminate. simpl.
    inversion H1; inversion H2; subst. constructor; auto.
Qed.

Lemma prepend_map {A B} (f : A -> B) row : forall cols,
  map (map f) (prepend row cols) = prepend (map f row) (map (map f) cols).
Proof. induction row; intros [|c cols]; simpl; auto. now rewrite IHrow. Qed.

Lemma transpose_map {A B} (f : A -> B) w rows : map (map f) (transpose w rows) = transpose w (map (map f) rows).
Proof.
  unfold transpose. induction rows; simpl.
  - induction w; simpl; auto. now rewrite IHw.
  - rewrite prepend_map. now rewrite IHrows.
Qed.

Lemma solution_model p g : solution p g -> exists v, model p v /\ grid_of p v = g.
Proof.
  intro HS. destruct HS as [H W C R K G] eqn:E. clear E.
  destruct (choose (rows p ++ columns p) (g ++ all_columns (width p) g)) as (offss & HL & HT).
  { now apply Forall2_app. }
  set (v := fun x => nth (Pos.to_nat x - Pos.to_nat 1) ([] ++ concat (g ++ offss)) 0).
  assert (V : map (map v) (variables p) = g ++ offss).
  { unfold variables.
    replace (repeat (width p) (height p) ++ map (@length block) (rows p ++ columns p)) with (map (@length nat) (g ++ offss)).
    - apply number_values. simpl. lia.
    - rewrite map_app, HL. f_equal. rewrite <- H. clear -W. induction W; simpl; congruence. }
  assert (V1 : grid_of p v = g).
  { unfold grid_of, cell_variables. rewrite <- firstn_map, V, <- H, firstn_app, Nat.sub_diag, firstn_all. apply app_nil_r. }
  assert (V2 : map (map v) (block_variables p) = offss).
  { unfold block_variables. rewrite <- skipn_map, V, <- H, skipn_app, Nat.sub_diag, skipn_all. reflexivity. }
  exists v. split; auto. split; [now rewrite V1|].
  unfold tracks_of. apply HT; auto. rewrite map_app, transpose_map. fold (grid_of p v).
  rewrite V1. now rewrite transpose_columns.
Qed.

(* Totals. *)

Definition count (c : color) (l : line) : nat := count_occ Nat.eq_dec l c.
Fixpoint sum_runs (c : color) (rs : list (nat * color)) : nat :=
  match rs with [] => 0 | (n, d) :: rs' => (if d =? c then n else 0) + sum_runs c rs' end.

Lemma sum_runs_count c l : c <> 0 -> sum_runs c (runs l) = count c l.
Proof.
  intro Hc. induction l as [|d l IH]; auto. unfold count in *. simpl.
  destruct (Nat.eqb_spec d 0) as [->|Hd].
  - destruct (Nat.eq_dec 0 c); [congruence|auto].
  - destruct l as [|e l].
    + simpl. destruct (Nat.eqb_spec d c), (Nat.eq_dec d c); try congruence; reflexivity.
    + cbn [begins_with]. destruct (Nat.eqb_spec d e) as [->|N].
      * destruct (runs_head e l Hd) as (n & rs & E). rewrite E in *. cbn [longer sum_runs] in *.
        destruct (Nat.eqb_spec e c), (Nat.eq_dec e c); try congruence; lia.
      * cbn [sum_runs]. rewrite IH. destruct (Nat.eqb_spec d c), (Nat.eq_dec d c); try congruence; lia.
Qed.

Lemma total_of_runs c bs rs : Forall2 describes bs rs -> forall n,
  total_of c bs = Some n -> n = N.of_nat (sum_runs c rs).
Proof.
  induction 1 as [|b [k d] bs rs D _ IH]; simpl; intros n H; [now inversion H|].
  destruct D as [D1 D2]. simpl in *. rewrite D1 in H.
  destruct (total_of c bs) as [t|]; [|discriminate]. specialize (IH _ eq_refl).
  destruct (d =? c).
  - destruct (size b) as [k'|]; [|discriminate]. inversion H. destruct D2; [congruence|].
    inversion H0. subst. lia.
  - inversion H. subst. lia.
Qed.

Lemma total_count c : c <> 0 -> forall cs ls, Forall2 fits cs ls -> forall n,
  total c cs = Some n -> n = N.of_nat (list_sum (map (count c) ls)).
Proof.
  intro Hc. induction 1 as [|bs l cs ls F _ IH]; simpl; intros n H; [now inversion H|].
  destruct (total_of c bs) as [a|] eqn:E; [|discriminate]. destruct (total c cs) as [b|]; [|discriminate].
  inversion H. rewrite (total_of_runs c _ _ F _ E), (IH _ eq_refl), sum_runs_count by auto. lia.
Qed.

Lemma prepend_count c row : forall cols, length row = length cols ->
  list_sum (map (count c) (prepend row cols)) = count c row + list_sum (map (count c) cols).
Proof.
  unfold count. induction row as [|x row IH]; intros [|col cols] H; try discriminate; auto.
  simpl in *. rewrite IH by lia. destruct (Nat.eq_dec x c); lia.
Qed.

Lemma prepend_length {A} (row : list A) : forall cols, length row = length cols -> length (prepend row cols) = length cols.
Proof. induction row; intros [|c cols] H; simpl in *; auto. Qed.

Lemma transpose_count c w g : Forall (fun row => length row = w) g ->
  length (transpose w g) = w /\ list_sum (map (count c) (transpose w g)) = list_sum (map (count c) g).
Proof.
  unfold transpose. induction 1 as [|row g Hr _ [L IH]]; simpl.
  - split; [apply repeat_length|]. induction w; simpl; auto.
  - split; [rewrite prepend_length; congruence|]. rewrite prepend_count by congruence. now rewrite IH.
Qed.

Lemma totals_sound p g c : solution p g -> totals_differ p c = true -> False.
Proof.
  intros [H W C R K G] T. unfold totals_differ in T.
  destruct (total c (rows p)) as [a|] eqn:A; [|discriminate].
  destruct (total c (columns p)) as [b|] eqn:B; [|discriminate].
  apply andb_true_iff in T. destruct T as [T1 T2].
  apply negb_true_iff, Nat.eqb_neq in T1. apply negb_true_iff, N.eqb_neq in T2.
  apply T2. rewrite (total_count c T1 _ _ R _ A), (total_count c T1 _ _ K _ B).
  rewrite <- transpose_columns by auto. now rewrite (proj2 (transpose_count c _ _ W)).
Qed.

(* The beginning. *)

Lemma table_in {A} (xs : list A) : forall i k x, M.find k (table i xs) = Some x -> In x xs.
Proof.
  induction xs as [|y xs IH]; intros i k x; simpl.
  - rewrite M.gempty. discriminate.
  - destruct (Pos.eq_dec k i) as [->|N].
    + rewrite M.gss. intro E. inversion E. auto.
    + rewrite M.gso by auto. eauto.
Qed.

Lemma make_tracks_front cs : forall kss bss, Forall front_ok (make_tracks cs kss bss).
Proof.
  induction cs as [|c cs IH]; intros [|ks kss] [|bs bss]; simpl; auto. constructor; auto.
  unfold front_ok, make_track. destruct (solid_blocks c) as [b|]; simpl; auto.
  destruct (Nat.leb_spec (least b) (length ks)); auto. simpl. split; auto.
  rewrite repeat_length. lia.
Qed.

Lemma tracks_sound p v : model p v -> tracks_ok v (tracks (setup p)).
Proof.
  intros [_ HT] k t H. apply table_in in H. split.
  - rewrite Forall_forall in HT. auto.
  - pose proof (make_tracks_front (rows p ++ columns p) (cell_variables p ++ transpose (width p) (cell_variables p)) (block_variables p)) as F.
    rewrite Forall_forall in F. apply F. exact H.
Qed.

Lemma insert_all_sound v ds : forall m,
  (forall k d, In (k, d) ds -> inside d (v k)) -> doms_ok v m -> doms_ok v (insert_all ds m).
Proof.
  unfold insert_all. induction ds as [|[k d] ds IH]; intros m H Hm; simpl; auto.
  apply IH; [intros; apply H; now right|]. apply doms_ok_add; auto. apply H. now left.
Qed.

Lemma has_all n : forall x, x < n -> has x (repeat true n) = true.
Proof. unfold has. induction n; intros [|x] H; simpl; try lia; auto. apply IHn. lia. Qed.

Lemma cell_row_sound (v : valuation) (f : option color -> dom) : forall ks gs k d,
  Forall2 (fun g k => inside (f g) (v k)) gs ks ->
  In (k, d) (combine ks (map f gs)) -> inside d (v k).
Proof.
  induction ks as [|k' ks IH]; intros [|g gs] k d H Hi; simpl in *; try contradiction.
  inversion H; subst. destruct Hi as [E|Hi]; [inversion E; now subst|eauto].
Qed.

Lemma cell_doms_sound p v : solution p (grid_of p v) -> forall k d,
  In (k, d) (cell_doms p) -> inside d (v k).
Proof.
  intros HS k d Hi. unfold cell_doms in Hi. apply in_flat_map in Hi.
  destruct Hi as ([ks gs] & Hin & Hi). simpl in Hi.
  pose proof (given_kept _ _ HS) as G. pose proof (has_colors _ _ HS) as C.
  unfold grid_of in *. revert G C Hin. generalize (cell_variables p) as kss, (given p) as gss.
  induction kss as [|ks' kss IH]; intros [|gs' gss] G C Hin; simpl in *; try contradiction.
  inversion G as [|? ? ? ? G1 G2]; subst. inversion C as [|? ? C1 C2]; subst.
  destruct Hin as [E|Hin]; [|eapply IH; eauto]. inversion E; subst.
  eapply cell_row_sound; [|exact Hi].
  clear -G1 C1. revert ks G1 C1. induction gs as [|g gs IH]; intros [|k ks] G1 C1; simpl in *; inversion G1; subst; constructor.
  - inversion C1; subst. unfold cell_dom. destruct g as [x|]; simpl.
    + match goal with H : keeps _ _ |- _ => destruct H as [|E]; [discriminate|inversion E; subst] end. apply has_only.
    + apply has_all. auto.
  - inversion C1; subst. apply IH; auto.
Qed.

Lemma block_doms_sound v t k d : track_ok v t -> In (k, d) (block_doms t) -> inside d (v k).
Proof.
  unfold track_ok, block_doms. destruct (blocks_of t) as [bs blocks front|]; simpl; [|contradiction].
  intros HP Hi. apply path_bound in HP. apply in_map_iff in Hi. destruct Hi as (k' & E & Hi).
  inversion E; subst. rewrite Forall_forall in HP. specialize (HP (v k) (in_map v _ _ Hi)).
  rewrite map_length in HP. simpl in *. lia.
Qed.

(* The invariant. *)

Definition valid (p : puzzle) (st : state) (v : valuation) : Prop :=
  dead st = false /\ doms_ok v (known st) /\ clauses_ok v (clauses st).

Record invariant (p : puzzle) (st : state) : Prop := {
  models_valid : forall v, model p v -> ~ In (grid_of p v) (listed st) -> valid p st v;
  listed_differ : NoDup (listed st);
  listed_solve : forall g, In g (listed st) -> solution p g
}.

Lemma start_sound p : invariant p (start p).
Proof.
  split; simpl.
  - intros v [HS HT] _. repeat split; simpl.
    + apply insert_all_sound; [intros k d; now apply cell_doms_sound|].
      apply insert_all_sound.
      * intros k d Hi. apply in_flat_map in Hi. destruct Hi as (t & Ht & Hi).
        rewrite Forall_forall in HT. eapply block_doms_sound; eauto.
      * intros k d H. rewrite M.gempty in H. discriminate.
    + intros k c H. simpl in H. rewrite M.gempty in H. discriminate.
  - constructor.
  - contradiction.
Qed.

Lemma conclude_sound p st o st' : invariant p st ->
  (forall v, model p v -> valid p st v -> good v o) ->
  conclude st o = Next st' -> invariant p st'.
Proof.
  intros [I1 I2 I3] HG H.
  destruct o as [r| |m]; simpl in H; inversion H; subst; split; simpl; auto; intros v Hv Hn.
  - destruct (HG v Hv (I1 v Hv Hn)).
  - pose proof (I1 v Hv Hn) as V. destruct V as (V1 & V2 & V3). repeat split; simpl; auto.
    apply HG; auto.
Qed.

Lemma reach_sound p st v m hs : model p v -> valid p st v -> doms_ok v m ->
  good v (reach (setup p) st m hs).
Proof.
  intros Hv (V1 & V2 & V3) Hm. unfold reach. rewrite V1.
  apply follow_sound; auto. now apply tracks_sound.
Qed.

Lemma refute_sound p st v c hs : model p v -> valid p st v ->
  refute (setup p) st c hs = Clash -> clause_ok v c.
Proof.
  intros Hv V HR. destruct (clause_dec v c) as [|N]; auto. exfalso.
  unfold refute in HR.
  destruct (assume_false_sound v c N (known st)) as (m & E & Hm); [apply V|].
  rewrite E in HR. pose proof (reach_sound p st v m hs Hv V Hm) as G. now rewrite HR in G.
Qed.

Lemma clauses_ok_add v cs id c : clauses_ok v cs -> clause_ok v c -> clauses_ok v (M.add id c cs).
Proof.
  intros H Hc k c' E. destruct (Pos.eq_dec k id) as [->|N].
  - rewrite M.gss in E. congruence.
  - rewrite M.gso in E by auto. eauto.
Qed.

Lemma add_clause_sound p st id c hs st' : invariant p st ->
  add_clause (setup p) st id c hs = Next st' -> invariant p st'.
Proof.
  intros Inv H. unfold add_clause in H. destruct (new_number st id); [|discriminate].
  destruct (refute (setup p) st c hs) eqn:R; try discriminate.
  assert (HC : forall v, model p v -> valid p st v -> clause_ok v c) by (intros; eapply refute_sound; eauto).
  set (st1 := State (known st) (dead st) (clauses st) (N.pos id) (listed st)) in *.
  assert (I1 : invariant p st1) by (destruct Inv; split; auto).
  assert (U : forall r, (if dead st then Next st1 else conclude st1 (apply (known st) c)) = Next r -> invariant p r).
  { intros r Hr. destruct (dead st) eqn:D; [inversion Hr; subst; auto|].
    eapply conclude_sound; [exact I1| |exact Hr].
    intros v Hv (_ & V2 & V3). apply apply_sound; auto. apply HC; auto. repeat split; auto. }
  unfold keep_clause in H. destruct c as [|l1 [|l2 c]]; try (apply U; exact H).
  inversion H; subst. destruct Inv as [J1 J2 J3]. split; simpl; auto.
  intros v Hv Hn. pose proof (J1 v Hv Hn) as V. destruct V as (V1 & V2 & V3).
  repeat split; simpl; auto. apply clauses_ok_add; auto.
Qed.

Lemma delete_sound v ids : forall cs cs', delete ids cs = Some cs' -> clauses_ok v cs -> clauses_ok v cs'.
Proof.
  induction ids as [|id ids IH]; intros cs cs' H Hc; simpl in H; [inversion H; now subst|].
  destruct (M.find id cs) eqn:E; [|discriminate]. eapply IH; eauto.
  intros k c Hk. destruct (Pos.eq_dec k id) as [->|N].
  - rewrite M.grs in Hk. discriminate.
  - rewrite M.gro in Hk by auto. eauto.
Qed.

Lemma differs_sound v ks xs : length ks = length xs -> map v ks <> xs ->
  clause_ok v (map (fun x => Lit (fst x) false (Is (snd x))) (combine ks xs)).
Proof.
  revert xs. induction ks as [|k ks IH]; intros [|x xs] HL N; try discriminate; simpl in *; [congruence|].
  destruct (Nat.eq_dec (v k) x) as [E|E].
  - right. apply IH; [lia|]. congruence.
  - left. unfold holds. simpl. now apply Nat.eqb_neq.
Qed.

Lemma app_eq {A} (a : list A) : forall b c d, length a = length b -> a ++ c = b ++ d -> a = b /\ c = d.
Proof.
  induction a as [|x a IH]; intros [|y b] c d L E; simpl in *; try discriminate; auto.
  inversion E; subst. destruct (IH b c d); auto. subst. auto.
Qed.

Lemma concat_eq {A} (xss : list (list A)) : forall yss,
  Forall2 (fun a b => length a = length b) xss yss -> concat xss = concat yss -> xss = yss.
Proof.
  induction xss as [|xs xss IH]; intros yss F E; inversion F; subst; auto. simpl in E.
  apply app_eq in E; auto.
  destruct E. subst. f_equal. auto.
Qed.

Lemma list_solution_sound p st id g st' : invariant p st ->
  list_solution (setup p) st id g = Next st' -> invariant p st'.
Proof.
  intros [I1 I2 I3] H. unfold list_solution in H.
  destruct (negb (new_number st id)); [discriminate|].
  destruct (solutionb (puzzle_of (setup p)) g) eqn:S; [|discriminate]. apply solutionb_sound in S. simpl in S.
  destruct (existsb (same_grid g) (listed st)) eqn:E; [discriminate|]. simpl in H.
  assert (N : ~ In g (listed st)).
  { intro Hi. assert (existsb (same_grid g) (listed st) = true); [|congruence].
    apply existsb_exists. exists g. split; auto. apply same_grid_refl. }
  inversion H; subst. split; simpl.
  - intros v Hv Hn. destruct (I1 v Hv) as (V1 & V2 & V3); [intro; apply Hn; auto|].
    repeat split; simpl; auto. apply clauses_ok_add; auto. unfold differs.
    assert (F : Forall2 (fun a b => length a = length b) (grid_of p v) g).
    { destruct Hv as [[Hh Hw _ _ _ _] _]. destruct S as [Sh Sw _ _ _ _]. rewrite <- Sh in Hh.
      revert Hh Hw. generalize (grid_of p v). clear -Sw. induction Sw; intros [|r rs] Hh Hw; try discriminate; auto.
      inversion Hw; subst. constructor; [congruence|]. apply IHSw; auto. }
    assert (Q : map v (concat (cell_variables p)) = concat (grid_of p v)) by (unfold grid_of; apply concat_map).
    apply differs_sound.
    + rewrite <- (map_length v), Q. clear -F. induction F; simpl; auto. rewrite !app_length. congruence.
    + rewrite Q. intro X. apply concat_eq in X; auto.
  - constructor; auto.
  - intros h [->|Hi]; auto.
Qed.

Lemma next_sound p st s st' : invariant p st -> next (setup p) st s = Next st' -> invariant p st'.
Proof.
  intros I H. destruct s as [hs|id c hs|ids|id g|c]; cbn [next] in H.
  - eapply conclude_sound; [exact I| |exact H]. intros v Hv V. apply (reach_sound p st v); auto. apply V.
  - eapply add_clause_sound; eauto.
  - destruct (delete ids (clauses st)) as [cs|] eqn:D; inversion H; subst. destruct I as [I1 I2 I3].
    split; simpl; auto. intros v Hv Hn. destruct (I1 v Hv Hn) as (V1 & V2 & V3).
    repeat split; simpl; auto. eapply delete_sound; eauto.
  - eapply list_solution_sound; eauto.
  - destruct (totals_differ (puzzle_of (setup p)) c) eqn:T; [|discriminate].
    eapply conclude_sound; [exact I| |exact H]. intros v [Hv _] _. exact (totals_sound p _ c Hv T).
Qed.

(* The states that steps lead to. *)
Inductive reachable (p : puzzle) : state -> Prop :=
| at_start : reachable p (start p)
| by_step st s st' : reachable p st -> next (setup p) st s = Next st' -> reachable p st'.

(* The theorem: whatever steps the checker has accepted, if it accepts the claim at the
   end, the claim is true of the puzzle. *)
Theorem accepted p st k n : reachable p st -> finish st k n = None ->
  N.of_nat (length (listed st)) = n /\ claim_holds p k (listed st).
Proof.
  intros R F.
  assert (I : invariant p st).
  { clear F. induction R; [apply start_sound|eapply next_sound; eauto]. }
  destruct I as [I1 I2 I3]. unfold finish in F.
  destruct (N.eqb_spec (N.of_nat (length (listed st))) n); [|discriminate].
  split; auto. split; auto. destruct k; [|exact I3].
  destruct (dead st) eqn:D; [|discriminate]. intro g. split; [|apply I3].
  intro HS. destruct (in_dec (list_eq_dec (list_eq_dec Nat.eq_dec)) g (listed st)) as [|N]; auto.
  destruct (solution_model p g HS) as (v & Hv & <-). destruct (I1 v Hv N). congruence.
Qed.

Print Assumptions accepted.
