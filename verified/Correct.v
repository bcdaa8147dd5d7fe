(* What the checker accepts is true.

   The invariant: every model whose grid has not been listed is within all domains and
   satisfies all clauses, and there is none after a contradiction that stays. *)

From Coq Require Import List Arith NArith PArith Bool Lia.
From Verified Require Import Nonogram Map Line Checker Models Balance.
Import ListNotations.

Definition valid (p : puzzle) (st : state) (v : valuation) : Prop :=
  dead st = false /\ doms_ok v (known st) /\ clauses_ok v (clauses st).

Record invariant (p : puzzle) (st : state) : Prop := {
  models_valid : forall v, model p v -> ~ In (grid_of p v) (listed st) -> valid p st v;
  listed_differ : NoDup (listed st);
  listed_solve : forall g, In g (listed st) -> solution p g;
  grids_listed : forall id g, M.find id (grids st) = Some g -> In g (listed st);
  listed_seen : forall g, In g (listed st) -> member g (seen st) = true
}.

Lemma start_sound p : invariant p (start p).
Proof.
  split; simpl.
  - intros v [HS HT] _. repeat split; simpl.
    + apply insert_all_sound; [intros k d; now apply cell_doms_sound|].
      apply insert_all_sound.
      * intros k d Hi. apply in_flat_map in Hi. destruct Hi as (t & Ht & Hi).
        rewrite Forall_forall in HT. eapply block_doms_sound; eauto.
      * intros k d H. discriminate.
    + intros k c H. simpl in H. discriminate.
  - constructor.
  - contradiction.
  - intros id g H. discriminate.
  - contradiction.
Qed.

Lemma conclude_sound p st o st' : invariant p st ->
  (forall v, model p v -> valid p st v -> good v o) ->
  conclude st o = Next st' -> invariant p st'.
Proof.
  intros [I1 I2 I3 I4 I5] HG H.
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
  set (st1 := State (known st) (dead st) (clauses st) (N.pos id) (listed st) (grids st) (seen st)) in *.
  assert (I1 : invariant p st1) by (destruct Inv; split; auto).
  assert (U : forall r, (if dead st then Next st1 else conclude st1 (apply (known st) c)) = Next r -> invariant p r).
  { intros r Hr. destruct (dead st) eqn:D; [inversion Hr; subst; auto|].
    eapply conclude_sound; [exact I1| |exact Hr].
    intros v Hv (_ & V2 & V3). apply apply_sound; auto. apply HC; auto. repeat split; auto. }
  unfold keep_clause in H. destruct c as [|l1 [|l2 c]]; try (apply U; exact H).
  inversion H; subst. destruct Inv as [J1 J2 J3 J4 J5]. split; simpl; auto.
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

Lemma differs_row_sound v ks : forall row c,
  clause_ok v c \/ (length ks = length row /\ map v ks <> row) -> clause_ok v (differs_row ks row c).
Proof.
  induction ks as [|k ks IH]; intros [|x row] c H; simpl; try (destruct H as [H|[L N]]; auto; simpl in *; congruence).
  apply IH. destruct H as [H|[L N]]; [left; now right|]. simpl in *.
  destruct (Nat.eq_dec (v k) x) as [E|E].
  - right. split; [lia|]. congruence.
  - left. left. unfold holds. simpl. now apply Nat.eqb_neq.
Qed.

Lemma differs_sound v kss : forall g c,
  clause_ok v c \/ (Forall2 (fun a b => length a = length b) (map (map v) kss) g /\ map (map v) kss <> g) ->
  clause_ok v (differs kss g c).
Proof.
  induction kss as [|ks kss IH]; intros [|row g] c H; simpl;
    try (destruct H as [H|[L N]]; auto; inversion L; subst; simpl in *; congruence).
  apply IH. destruct H as [H|[L N]]; [left; apply differs_row_sound; auto|].
  inversion L; subst. rewrite map_length in *.
  destruct (list_eq_dec Nat.eq_dec (map v ks) row) as [E|E].
  - right. split; auto. simpl in N. congruence.
  - left. apply differs_row_sound. auto.
Qed.

Lemma list_solution_sound p st id g st' : invariant p st ->
  list_solution (setup p) st id g = Next st' -> invariant p st'.
Proof.
  intros [I1 I2 I3 I4 I5] H. unfold list_solution in H.
  destruct (negb (new_number st id)); [discriminate|].
  destruct (solutionb (puzzle_of (setup p)) g) eqn:S; [|discriminate]. apply solutionb_sound in S. simpl in S.
  destruct (member g (seen st)) eqn:E; [discriminate|]. simpl in H.
  assert (N : ~ In g (listed st)) by (intro Hi; rewrite (I5 g Hi) in E; discriminate).
  inversion H; subst. split; simpl.
  - intros v Hv Hn. destruct (I1 v Hv) as (V1 & V2 & V3); [intro; apply Hn; auto|].
    repeat split; simpl; auto. apply clauses_ok_add; auto.
    apply differs_sound. right. fold (grid_of p v). split; [|intro X; apply Hn; auto].
    destruct Hv as [[Hh Hw _ _ _ _] _]. destruct S as [Sh Sw _ _ _ _]. rewrite <- Sh in Hh.
    revert Hh Hw. generalize (grid_of p v). clear -Sw. induction Sw; intros [|r rs] Hh Hw; try discriminate; auto.
    inversion Hw; subst. constructor; [congruence|]. apply IHSw; auto.
  - constructor; auto.
  - intros h [->|Hi]; auto.
  - intros k h Hk. destruct (Pos.eq_dec k id) as [->|D].
    + rewrite M.gss in Hk. inversion Hk. auto.
    + rewrite M.gso in Hk by auto. eauto.
  - intros h [->|Hi]; [apply member_insert|]. apply member_other. auto.
Qed.

Lemma bound_step_sound p st id unit ws st' : invariant p st ->
  bound_step (setup p) st id unit ws = Next st' -> invariant p st'.
Proof.
  intros I H. unfold bound_step in H. destruct (M.find id (grids st)) as [g|] eqn:E; [|discriminate].
  destruct (weighable (puzzle_of (setup p))) eqn:W; [|discriminate]. simpl in H.
  destruct (dead st) eqn:D; [inversion H; now subst|].
  pose proof (grids_listed _ _ I _ _ E) as L.
  destruct (solution_model p g (listed_solve _ _ I _ L)) as (s & HS & <-).
  unfold conclude in H. destruct I as [I1 I2 I3 I4 I5].
  assert (G : forall v, model p v -> ~ In (grid_of p v) (listed st) -> good v (apply_bound (setup p) (known st) (grid_of p s) (BinNums.Zpos unit) ws)).
  { intros v Hv Hn. apply apply_bound_sound; auto; [congruence|apply (I1 v Hv Hn)]. }
  destruct (apply_bound (setup p) (known st) (grid_of p s) (BinNums.Zpos unit) ws) as [r| |m]; inversion H; subst; split; simpl; auto;
    intros v Hv Hn; [destruct (G v Hv Hn)|].
  destruct (I1 v Hv Hn) as (V1 & V2 & V3). repeat split; simpl; auto. exact (G v Hv Hn).
Qed.

Lemma opposed_step_sound p st ws st' : invariant p st ->
  opposed_step (setup p) st ws = Next st' -> invariant p st'.
Proof.
  intros I H. unfold opposed_step in H.
  destruct (weighable (puzzle_of (setup p))) eqn:W; [|discriminate]. cbn [negb] in H.
  destruct (dead st) eqn:D; [inversion H; now subst|].
  eapply conclude_sound; [exact I| |exact H]. intros v Hv V. apply opposed_bound_sound; auto. apply V.
Qed.

Lemma next_sound p st s st' : invariant p st -> next (setup p) st s = Next st' -> invariant p st'.
Proof.
  intros I H. destruct s as [hs|id c hs|ids|id g|c|id unit ws|ws]; cbn [next] in H.
  - eapply conclude_sound; [exact I| |exact H]. intros v Hv V. apply (reach_sound p st v); auto. apply V.
  - eapply add_clause_sound; eauto.
  - destruct (delete ids (clauses st)) as [cs|] eqn:D; inversion H; subst. destruct I as [I1 I2 I3 I4 I5].
    split; simpl; auto. intros v Hv Hn. destruct (I1 v Hv Hn) as (V1 & V2 & V3).
    repeat split; simpl; auto. eapply delete_sound; eauto.
  - eapply list_solution_sound; eauto.
  - destruct (totals_differ (puzzle_of (setup p)) c) eqn:T; [|discriminate].
    eapply conclude_sound; [exact I| |exact H]. intros v [Hv _] _. exact (totals_sound p _ c Hv T).
  - eapply bound_step_sound; eauto.
  - eapply opposed_step_sound; eauto.
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
  destruct I as [I1 I2 I3 _ _]. unfold finish in F.
  destruct (N.eqb_spec (N.of_nat (length (listed st))) n); [|discriminate].
  split; auto. split; auto. destruct k; [|exact I3].
  destruct (dead st) eqn:D; [|discriminate]. intro g. split; [|apply I3].
  intro HS. destruct (in_dec (list_eq_dec (list_eq_dec Nat.eq_dec)) g (listed st)) as [|N]; auto.
  destruct (solution_model p g HS) as (v & Hv & <-). destruct (I1 v Hv N). congruence.
Qed.

Print Assumptions accepted.
