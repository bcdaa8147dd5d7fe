(* What variables, domains and clauses mean, and that lines, clauses, totals and grids are
   judged rightly.

   A valuation gives a value to every variable. It is a model of a puzzle if its cells are
   a solution and the offsets of its blocks are those that they have in it. *)

From Coq Require Import List Arith NArith PArith Bool Lia.
From Verified Require Import Nonogram Map Line Blot Checker.
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
  | Blotted c => Forall2 describes c (runs (map v (cells t)))
  | Free => True
  end.

Definition front_ok (t : track) : Prop :=
  backwards t = rev (cells t) /\
  match blocks_of t with
  | Solid bs _ (Some front) => nth 0 front false = true /\ length front + least bs = S (length (cells t))
  | Solid bs _ None => length (cells t) < least bs
  | Free | Blotted _ => True
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

Lemma color_sets_app v m : doms_ok v m -> forall ks ss ms, color_sets m ks ss = Some ms ->
  exists ts, ms = ts ++ ss /\ length ts = length ks /\ agree 0 (map v (rev ks)) ts.
Proof.
  intro Hm. induction ks as [|k ks IH]; simpl; intros ss ms H.
  - inversion H; subst. exists []. repeat split; auto. intros [|i] x Hx; discriminate.
  - destruct (M.find k m) as [[s|]|] eqn:E; try discriminate.
    destruct (IH _ _ H) as (ts & -> & L & A). exists (ts ++ [s]). rewrite <- app_assoc. repeat split; auto.
    + rewrite app_length. simpl. lia.
    + rewrite map_app, agree_app, map_length, rev_length. split.
      * intros i x Hx. rewrite app_nth1; [now apply A|]. rewrite L, <- rev_length, <- (map_length v).
        apply nth_error_Some. simpl. congruence.
      * intros [|i] x Hx; simpl in Hx; [|destruct i; discriminate]. inversion Hx; subst.
        rewrite app_nth2 by lia. rewrite <- L. replace (_ + 0 - _) with 0 by lia. simpl. apply (Hm _ _ E).
Qed.

Lemma color_sets_sound v m t : doms_ok v m -> backwards t = rev (cells t) -> forall ms,
  color_sets m (backwards t) [] = Some ms -> length ms = length (cells t) /\ agree 0 (map v (cells t)) ms.
Proof.
  intros Hm HB ms H. rewrite HB in H. destruct (color_sets_app v m Hm _ _ _ H) as (ts & -> & L & A).
  rewrite app_nil_r. rewrite rev_length in L. rewrite rev_involutive in A. auto.
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
  unfold track_ok, front_ok, solve_line. intros HT [HB HF] Hm.
  destruct (blocks_of t) as [bs blocks [front|]|c|]; simpl; auto.
  - destruct (color_sets m (backwards t) []) as [ms|] eqn:EM; simpl; auto.
    destruct (spans m blocks) as [rs|] eqn:ER; simpl; auto.
    destruct (color_sets_sound v m t Hm HB _ EM) as [L A].
    pose proof (spans_sound v m Hm _ _ ER) as R.
    destruct HF as [F1 F2].
    destruct (solve_sound bs rs front ms 0 (map v blocks) (map v (cells t))) as (lead & can & rs' & E & _ & HA & _ & HR); auto.
    + rewrite map_length. simpl. auto.
    + lia.
    + rewrite E. simpl. apply set_spans_sound; auto. apply set_colors_sound; auto.
  - apply path_least in HT. rewrite map_length in HT. lia.
  - destruct (color_sets m (backwards t) []) as [ms|] eqn:EM; simpl; auto.
    destruct (color_sets_sound v m t Hm HB _ EM) as [L A].
    destruct (runs_path (length (map v (cells t))) (map v (cells t)) 0) as [offs HP]; auto.
    destruct (solve_blots_sound c (true :: repeat false (length ms)) ms (runs (map v (cells t))) 0 offs 0 (map v (cells t)))
      as (lead & can & E & _ & HA & _); auto.
    + rewrite map_length. simpl. auto.
    + simpl. rewrite repeat_length. lia.
    + rewrite E. simpl. now apply set_colors_sound.
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

Lemma describesb_sound b r : describesb b r = true -> describes b r.
Proof.
  unfold describesb, describes. rewrite andb_true_iff, Nat.eqb_eq. intros [-> H]. split; auto.
  destruct (size b); auto. apply Nat.eqb_eq in H. subst. auto.
Qed.

Lemma fitsb_sound c l : fitsb c l = true -> fits c l.
Proof. destruct c; simpl; auto. apply all2_sound. apply describesb_sound. Qed.

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

Lemma member_insert g : forall f, member g (insert g f) = true.
Proof.
  induction g as [|row g IH]; intros [ends m]; simpl; auto. rewrite M.gss. apply IH.
Qed.

Lemma member_other g : forall h f, member h f = true -> member h (insert g f) = true.
Proof.
  induction g as [|row g IH]; intros [|r h] [ends m] H; simpl in *; auto.
  destruct (Pos.eq_dec (row_key r) (row_key row)) as [E|N].
  - rewrite E, M.gss. rewrite E in H. destruct (M.find (row_key row) m); [now apply IH|discriminate].
  - rewrite M.gso by auto. exact H.
Qed.

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
  map (@length nat) offss = map blocks_in cs /\
  forall v kss bss, map (map v) kss = ls -> map (map v) bss = offss ->
    Forall (track_ok v) (make_tracks cs kss bss).
Proof.
  induction 1 as [|c l cs ls Hc _ (offss & HL & IH)].
  - exists []. split; auto. intros. constructor.
  - assert (X : exists offs, length offs = blocks_in c /\
      forall v ks bs, map v ks = l -> map v bs = offs -> track_ok v (make_track c ks bs)).
    { unfold track_ok, make_track. destruct c as [c|]; simpl in *; [|exists []; auto].
      unfold make_rule. destruct (solid_blocks c) as [bs|] eqn:E.
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
    replace (repeat (width p) (height p) ++ map blocks_in (rows p ++ columns p)) with (map (@length nat) (g ++ offss)).
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

Lemma count_length c l : count c l <= length l.
Proof. unfold count. induction l as [|x l IH]; simpl; [lia|]. destruct (Nat.eq_dec x c); lia. Qed.

Lemma asked_count c w : c <> 0 -> forall cs ls, Forall2 fits cs ls -> Forall (fun l => length l = w) ls ->
  forall n free, asked c cs = Some (n, free) ->
  (n <= N.of_nat (list_sum (map (count c) ls)) <= n + free * N.of_nat w)%N.
Proof.
  intro Hc. induction 1 as [|[bs|] l cs ls F _ IH]; simpl; intros W n free H.
  - inversion H; subst. simpl. lia.
  - inversion W; subst. destruct (total_of c bs) as [a|] eqn:E; [|discriminate].
    destruct (asked c cs) as [[m f]|]; [|discriminate]. inversion H; subst.
    specialize (IH ltac:(assumption) _ _ eq_refl).
    rewrite (total_of_runs c _ _ F _ E), sum_runs_count by auto. lia.
  - inversion W; subst. destruct (asked c cs) as [[m f]|]; [|discriminate]. inversion H; subst.
    specialize (IH ltac:(assumption) _ _ eq_refl). pose proof (count_length c l). nia.
Qed.

Lemma columns_length w g : Forall (fun l => length l = length g) (all_columns w g).
Proof.
  unfold all_columns. apply Forall_forall. intros l Hl. apply in_map_iff in Hl.
  destruct Hl as (j & <- & _). unfold column. apply map_length.
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
  destruct (asked c (rows p)) as [[a free]|] eqn:A; [|discriminate].
  destruct (asked c (columns p)) as [[b free']|] eqn:B; [|discriminate].
  apply andb_true_iff in T. destruct T as [T1 T2]. apply negb_true_iff, Nat.eqb_neq in T1.
  pose proof (asked_count c _ T1 _ _ R W _ _ A) as P.
  pose proof (asked_count c _ T1 _ _ K (columns_length _ _) _ _ B) as Q.
  rewrite <- transpose_columns in Q by auto. rewrite (proj2 (transpose_count c _ _ W)) in Q. rewrite H in Q.
  apply orb_true_iff in T2. rewrite !N.ltb_lt in T2. lia.
Qed.

(* The beginning. *)

Lemma table_in {A} (xs : list A) : forall i k x, M.find k (table i xs) = Some x -> In x xs.
Proof.
  induction xs as [|y xs IH]; intros i k x; simpl.
  - discriminate.
  - destruct (Pos.eq_dec k i) as [->|N].
    + rewrite M.gss. intro E. inversion E. auto.
    + rewrite M.gso by auto. eauto.
Qed.

Lemma make_tracks_front cs : forall kss bss, Forall front_ok (make_tracks cs kss bss).
Proof.
  induction cs as [|c cs IH]; intros [|ks kss] [|bs bss]; simpl; auto. constructor; auto.
  unfold front_ok, make_track. destruct c as [c|]; simpl; split; auto using rev_alt.
  unfold make_rule. destruct (solid_blocks c) as [b|]; auto.
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
  unfold track_ok, block_doms. destruct (blocks_of t) as [bs blocks front| |]; simpl; try contradiction.
  intros HP Hi. apply path_bound in HP. apply in_map_iff in Hi. destruct Hi as (k' & E & Hi).
  inversion E; subst. rewrite Forall_forall in HP. specialize (HP (v k) (in_map v _ _ Hi)).
  rewrite map_length in HP. simpl in *. lia.
Qed.
