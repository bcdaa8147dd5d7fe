(* The checker: docs/certificates.md as functions. It reads a certificate step by step;
   Correct.v proves that what it accepts is true.

   Everything that is known is about variables: the color of each cell and the offset of
   each block. A variable has a domain, the values that are still possible. *)

From Coq Require Import List Arith NArith ZArith PArith Bool.
From Verified Require Import Nonogram Map Line Blot Bound.
Import ListNotations.

(* Domains, and tests of a value. *)
Inductive dom := Colors (s : cset) | Span (lo hi : nat).
Inductive test := Is (c : color) | From (o : nat).

Definition passes (t : test) (x : nat) : bool :=
  match t with Is c => x =? c | From o => o <=? x end.

(* A literal says that the value of a variable passes a test, or that it does not. *)
Record literal := Lit { var : positive; sign : bool; what : test }.
Notation clause := (list literal) (only parsing).
Notation doms := (M.t dom) (only parsing).

Definition some (s : cset) : bool := existsb (fun b => b) s.
Fixpoint some_other (c : color) (s : cset) : bool :=
  match s with
  | [] => false
  | b :: s' => match c with O => some s' | S c' => b || some_other c' s' end
  end.

(* Whether some value of the domain passes the test, or does not: false is certain. *)
Definition possible (d : dom) (t : test) (sign : bool) : bool :=
  match d, t with
  | Colors s, Is c => if sign then has c s else some_other c s
  | Span lo hi, From o => if sign then o <=? hi else lo <? o
  | _, _ => true
  end.

Fixpoint only (c : color) : cset := match c with O => [true] | S c' => false :: only c' end.
Fixpoint remove (c : color) (s : cset) : cset :=
  match s with
  | [] => []
  | b :: s' => match c with O => false :: s' | S c' => b :: remove c' s' end
  end.

(* The domain without the values for which the literal is false. *)
Definition narrow (d : dom) (t : test) (sign : bool) : dom :=
  match d, t with
  | Colors s, Is c => Colors (if sign then only c else remove c s)
  | Span lo hi, From o => if sign then Span (max lo o) hi else Span lo (min hi (pred o))
  | _, _ => d
  end.

Definition possible_in (m : doms) (l : literal) (sign : bool) : bool :=
  match M.find (var l) m with None => true | Some d => possible d (what l) sign end.

(* Makes a literal true; None is a contradiction. *)
Definition assume (m : doms) (l : literal) (sign : bool) : option doms :=
  match M.find (var l) m with
  | None => Some m
  | Some d =>
    if possible d (what l) sign then
      if possible d (what l) (negb sign) then Some (M.add (var l) (narrow d (what l) sign) m) else Some m
    else None
  end.

(* What a clause says. *)
Inductive status := Satisfied | Violated | Unit (l : literal) | Several.

Fixpoint scan (m : doms) (c : clause) (open : status) : status :=
  match c with
  | [] => open
  | l :: c' =>
    if possible_in m l (negb (sign l)) then
      if possible_in m l (sign l) then
        scan m c' (match open with Violated => Unit l | _ => Several end)
      else scan m c' open
    else Satisfied
  end.

(* Lines: the variables of their cells, and their blocks. *)
Inductive rule :=
| Solid (bs : list solid) (blocks : list positive) (front : option (list bool))
| Blotted (c : clue)
| Free.
Record track := Track { cells : list positive; backwards : list positive; blocks_of : rule }.

Inductive reason :=
| ClauseMissing | ClauseOpen | ClauseUnproved | NumberOld | GridWrong | GridListed
| TotalsAgree | GridUnknown | Unweighable | Malformed | CountWrong | NoContradiction.

Inductive outcome := Wrong (r : reason) | Clash | Reached (m : doms).

(* The sets of cells, which are named from the last to the first. *)
Fixpoint color_sets (m : doms) (ks : list positive) (ss : list cset) : option (list cset) :=
  match ks with
  | [] => Some ss
  | k :: ks' => match M.find k m with Some (Colors s) => color_sets m ks' (s :: ss) | _ => None end
  end.

Fixpoint spans (m : doms) (ks : list positive) : option (list (nat * nat)) :=
  match ks with
  | [] => Some []
  | k :: ks' =>
    match M.find k m, spans m ks' with
    | Some (Span lo hi), Some rs => Some ((lo, hi) :: rs)
    | _, _ => None
    end
  end.

Fixpoint same (a b : cset) : bool :=
  match a, b with
  | [], [] => true
  | x :: a', y :: b' => if x then y && same a' b' else negb y && same a' b'
  | _, _ => false
  end.

Fixpoint set_colors (m : doms) (ks : list positive) (old new : list cset) : doms :=
  match ks, old, new with
  | k :: ks', s :: old', t :: new' =>
    set_colors (if same s t then m else M.add k (Colors t) m) ks' old' new'
  | _, _, _ => m
  end.

Fixpoint set_spans (m : doms) (ks : list positive) (old new : list (nat * nat)) : doms :=
  match ks, old, new with
  | k :: ks', (a, b) :: old', (c, d) :: new' =>
    set_spans (if (a =? c) && (b =? d) then m else M.add k (Span c d) m) ks' old' new'
  | _, _, _ => m
  end.

Definition solve_line (m : doms) (t : track) : outcome :=
  match blocks_of t with
  | Free => Reached m
  | Blotted c =>
    match color_sets m (backwards t) [] with
    | None => Wrong Malformed
    | Some ms =>
      match solve_blots c (true :: repeat false (length ms)) ms with
      | None => Clash
      | Some (_, can) => Reached (set_colors m (cells t) ms can)
      end
    end
  | Solid _ _ None => Clash
  | Solid bs blocks (Some front) =>
    match color_sets m (backwards t) [], spans m blocks with
    | Some ms, Some rs =>
      match solve bs rs front ms with
      | None => Clash
      | Some (_, can, rs') => Reached (set_spans (set_colors m (cells t) ms can) blocks rs rs')
      end
    | _, _ => Wrong Malformed
    end
  end.

(* Hints. *)
Inductive hint := ByLine (k : positive) | ByClause (id : positive).

Definition apply (m : doms) (c : clause) : outcome :=
  match scan m c Violated with
  | Satisfied => Reached m
  | Violated => Clash
  | Several => Wrong ClauseOpen
  | Unit l => match assume m l (sign l) with None => Clash | Some m' => Reached m' end
  end.

Definition follow_one (tracks : M.t track) (clauses : M.t clause) (m : doms) (h : hint) : outcome :=
  match h with
  | ByLine k => match M.find k tracks with None => Wrong Malformed | Some t => solve_line m t end
  | ByClause id => match M.find id clauses with None => Wrong ClauseMissing | Some c => apply m c end
  end.

Fixpoint follow (tracks : M.t track) (clauses : M.t clause) (m : doms) (hs : list hint) : outcome :=
  match hs with
  | [] => Reached m
  | h :: hs' =>
    match follow_one tracks clauses m h with
    | Reached m' => follow tracks clauses m' hs'
    | stop => stop
    end
  end.

(* Assumes that all literals of a clause are false. *)
Fixpoint assume_false (m : doms) (c : clause) : option doms :=
  match c with
  | [] => Some m
  | l :: c' => match assume m l (negb (sign l)) with None => None | Some m' => assume_false m' c' end
  end.

(* Whether a grid is a solution. *)
Definition describesb (b : block) (r : nat * color) : bool :=
  (ink b =? snd r) && match size b with None => true | Some n => n =? fst r end.

Fixpoint all2 {A B} (f : A -> B -> bool) (xs : list A) (ys : list B) : bool :=
  match xs, ys with
  | [], [] => true
  | x :: xs', y :: ys' => f x y && all2 f xs' ys'
  | _, _ => false
  end.

Definition keepsb (known : option color) (c : color) : bool :=
  match known with None => true | Some x => x =? c end.

Fixpoint prepend {A} (row : list A) (cols : list (list A)) : list (list A) :=
  match row, cols with
  | x :: row', col :: cols' => (x :: col) :: prepend row' cols'
  | _, _ => []
  end.

Definition transpose {A} (w : nat) (rows : list (list A)) : list (list A) :=
  fold_right prepend (repeat [] w) rows.

Definition fitsb (c : option clue) (l : line) : bool :=
  match c with None => true | Some bs => all2 describesb bs (runs l) end.

Definition solutionb (p : puzzle) (g : grid) : bool :=
  (length g =? height p) &&
  forallb (fun row => length row =? width p) g &&
  forallb (forallb (fun c => c <? colors p)) g &&
  all2 fitsb (rows p) g &&
  all2 fitsb (columns p) (transpose (width p) g) &&
  all2 (all2 keepsb) (given p) g.

(* A set of grids, as a tree that takes a row at each node. *)
Inductive forest := Forest (ends : bool) (branches : M.t forest).

Fixpoint many_ones (n : nat) (k : positive) : positive := match n with O => k | S n' => xI (many_ones n' k) end.
Definition row_key (row : line) : positive := fold_left (fun k x => many_ones x (xO k)) row xH.

Fixpoint member (g : grid) (f : forest) : bool :=
  match g, f with
  | [], Forest ends _ => ends
  | row :: g', Forest _ m => match M.find (row_key row) m with None => false | Some f' => member g' f' end
  end.

Definition no_grid : forest := Forest false (M.empty forest).

Fixpoint insert (g : grid) (f : forest) : forest :=
  match g, f with
  | [], Forest _ m => Forest true m
  | row :: g', Forest ends m =>
    let k := row_key row in
    Forest ends (M.add k (insert g' (match M.find k m with None => no_grid | Some f' => f' end)) m)
  end.

(* The number of cells of a color that clues ask for, if it is known. *)
Fixpoint total_of (c : color) (bs : clue) : option N :=
  match bs with
  | [] => Some 0%N
  | b :: bs' =>
    match total_of c bs' with
    | None => None
    | Some n =>
      if ink b =? c then match size b with None => None | Some k => Some (N.of_nat k + n)%N end
      else Some n
    end
  end.

Fixpoint total (c : color) (cs : list (option clue)) : option N :=
  match cs with
  | [] => Some 0%N
  | None :: _ => None
  | Some bs :: cs' =>
    match total_of c bs, total c cs' with Some a, Some b => Some (a + b)%N | _, _ => None end
  end.

(* The same for the lines with clues, and how many lines have none. *)
Fixpoint asked (c : color) (cs : list (option clue)) : option (N * N) :=
  match cs with
  | [] => Some (0, 0)%N
  | None :: cs' => match asked c cs' with Some (n, free) => Some (n, free + 1)%N | None => None end
  | Some bs :: cs' =>
    match total_of c bs, asked c cs' with Some a, Some (n, free) => Some (a + n, free)%N | _, _ => None end
  end.

(* Variables are numbered: the cells, row by row, then the blocks of rows and columns. *)
Fixpoint count_up (n : nat) (k : positive) : list positive :=
  match n with O => [] | S n' => k :: count_up n' (Pos.succ k) end.

Fixpoint after (n : nat) (k : positive) : positive :=
  match n with O => k | S n' => after n' (Pos.succ k) end.

Fixpoint number (sizes : list nat) (k : positive) : list (list positive) :=
  match sizes with [] => [] | n :: sizes' => count_up n k :: number sizes' (after n k) end.

Definition blocks_in (c : option clue) : nat := match c with None => 0 | Some bs => length bs end.

Definition variables (p : puzzle) : list (list positive) :=
  number (repeat (width p) (height p) ++ map blocks_in (rows p ++ columns p)) 1.
Definition cell_variables (p : puzzle) : list (list positive) := firstn (height p) (variables p).
Definition block_variables (p : puzzle) : list (list positive) := skipn (height p) (variables p).

Fixpoint solid_blocks (c : clue) : option (list solid) :=
  match c with
  | [] => Some []
  | b :: c' =>
    match size b, solid_blocks c' with Some n, Some bs => Some ((n, ink b) :: bs) | _, _ => None end
  end.

Definition make_rule (c : clue) (cells : nat) (blocks : list positive) : rule :=
  match solid_blocks c with
  | None => Blotted c
  | Some bs =>
    let n := least bs in Solid bs blocks (if n <=? cells then Some (true :: repeat false (cells - n)) else None)
  end.

Definition make_track (c : option clue) (ks blocks : list positive) : track :=
  Track ks (rev_append ks []) match c with None => Free | Some bs => make_rule bs (length ks) blocks end.

Fixpoint make_tracks (cs : list (option clue)) (kss bss : list (list positive)) : list track :=
  match cs, kss, bss with
  | c :: cs', ks :: kss', bs :: bss' => make_track c ks bs :: make_tracks cs' kss' bss'
  | _, _, _ => []
  end.

Definition tracks_of (p : puzzle) : list track :=
  let ks := cell_variables p in
  make_tracks (rows p ++ columns p) (ks ++ transpose (width p) ks) (block_variables p).

Fixpoint table {A} (k : positive) (xs : list A) : M.t A :=
  match xs with [] => M.empty A | x :: xs' => M.add k x (table (Pos.succ k) xs') end.

Definition cell_dom (p : puzzle) : option color -> dom :=
  let any := Colors (repeat true (colors p)) in
  fun known => match known with None => any | Some c => Colors (only c) end.

Definition cell_doms (p : puzzle) : list (positive * dom) :=
  let f := cell_dom p in
  flat_map (fun x => combine (fst x) (map f (snd x))) (combine (cell_variables p) (given p)).

Definition block_doms (t : track) : list (positive * dom) :=
  match blocks_of t with
  | Free | Blotted _ => []
  | Solid bs blocks _ =>
    let d := Span 0 (length (cells t) - least bs) in map (fun k => (k, d)) blocks
  end.

Definition insert_all (ds : list (positive * dom)) (m : doms) : doms :=
  fold_left (fun m x => M.add (fst x) (snd x) m) ds m.

(* What does not change, and what does. *)
Record setting := Setting {
  puzzle_of : puzzle;
  cell_rows : list (list positive);
  tracks : M.t track;
  row_tracks : list track;
  column_tracks : list track
}.

Definition setup (p : puzzle) : setting :=
  let ts := tracks_of p in
  Setting p (cell_variables p) (table 1 ts) (firstn (height p) ts) (skipn (height p) ts).

Record state := State {
  known : doms;
  dead : bool; (* a contradiction that stays *)
  clauses : M.t clause;
  last : N; (* the highest number of a clause *)
  listed : list grid;
  grids : M.t grid; (* those listed, by number *)
  seen : forest (* those listed, as a set *)
}.

Definition start (p : puzzle) : state :=
  State (insert_all (cell_doms p) (insert_all (flat_map block_doms (tracks_of p)) (M.empty dom)))
    false (M.empty clause) 0 [] (M.empty grid) no_grid.

(* Steps. *)
Inductive step :=
| Know (hs : list hint)
| Add (id : positive) (c : clause) (hs : list hint)
| Delete (ids : list positive)
| Solution (id : positive) (g : grid)
| Totals (c : color)
| Weights (id unit : positive) (ws : list Z)
| Opposed (ws : list Z).

Inductive result := Failed (r : reason) | Next (st : state).

Definition conclude (st : state) (o : outcome) : result :=
  match o with
  | Wrong r => Failed r
  | Clash => Next (State (known st) true (clauses st) (last st) (listed st) (grids st) (seen st))
  | Reached m => Next (State m (dead st) (clauses st) (last st) (listed st) (grids st) (seen st))
  end.

(* What hints lead to; after a contradiction that stays, nothing. *)
Definition reach (e : setting) (st : state) (m : doms) (hs : list hint) : outcome :=
  if dead st then Clash else follow (tracks e) (clauses st) m hs.

Definition new_number (st : state) (id : positive) : bool := (last st <? N.pos id)%N.

Definition refute (e : setting) (st : state) (c : clause) (hs : list hint) : outcome :=
  match assume_false (known st) c with
  | None => Clash
  | Some m => reach e st m hs
  end.

Definition keep_clause (st : state) (id : positive) (c : clause) : result :=
  match c with
  | [] | [_] =>
    let st' := State (known st) (dead st) (clauses st) (N.pos id) (listed st) (grids st) (seen st) in
    if dead st then Next st' else conclude st' (apply (known st) c)
  | _ => Next (State (known st) (dead st) (M.add id c (clauses st)) (N.pos id) (listed st) (grids st) (seen st))
  end.

Definition add_clause (e : setting) (st : state) (id : positive) (c : clause) (hs : list hint) : result :=
  if new_number st id then
    match refute e st c hs with
    | Wrong r => Failed r
    | Reached _ => Failed ClauseUnproved
    | Clash => keep_clause st id c
    end
  else Failed NumberOld.

Fixpoint delete (ids : list positive) (cs : M.t clause) : option (M.t clause) :=
  match ids with
  | [] => Some cs
  | id :: ids' =>
    match M.find id cs with None => None | Some _ => delete ids' (M.remove id cs) end
  end.

(* The clause that not every cell is as in a grid. *)
Fixpoint differs_row (ks : list positive) (row : line) (c : clause) : clause :=
  match ks, row with
  | k :: ks', x :: row' => differs_row ks' row' (Lit k false (Is x) :: c)
  | _, _ => c
  end.

Fixpoint differs (kss : list (list positive)) (g : grid) (c : clause) : clause :=
  match kss, g with
  | ks :: kss', row :: g' => differs kss' g' (differs_row ks row c)
  | _, _ => c
  end.

Definition list_solution (e : setting) (st : state) (id : positive) (g : grid) : result :=
  if negb (new_number st id) then Failed NumberOld
  else if negb (solutionb (puzzle_of e) g) then Failed GridWrong
  else if member g (seen st) then Failed GridListed
  else Next (State (known st) (dead st) (M.add id (differs (cell_rows e) g []) (clauses st)) (N.pos id) (g :: listed st) (M.add id g (grids st)) (insert g (seen st))).

Definition totals_differ (p : puzzle) (c : color) : bool :=
  match asked c (rows p), asked c (columns p) with
  | Some (a, free), Some (b, free') =>
    negb (c =? 0) && ((b + free' * N.of_nat (height p) <? a) || (a + free * N.of_nat (width p) <? b))%N
  | _, _ => false
  end.

(* Lagrangian bounds. Cells have a weight in their row and one in their column. *)
Fixpoint cell_weights (unit : Z) (ks : list positive) (g : line) (ws : list Z) (m : M.t (Z * Z)) : M.t (Z * Z) :=
  match ks, g, ws with
  | k :: ks', x :: g', w :: ws' =>
    cell_weights unit ks' g' ws' (M.add k (w, (if (x =? 0)%nat then unit else - unit) - w)%Z m)
  | _, _, _ => m
  end.

Fixpoint weights_of (w : M.t (Z * Z)) (side : Z * Z -> Z) (ks : list positive) : option (list Z) :=
  match ks with
  | [] => Some []
  | k :: ks' =>
    match M.find k w, weights_of w side ks' with Some e, Some es => Some (side e :: es) | _, _ => None end
  end.

Fixpoint prefix_sums (sum : Z) (ws : list Z) : list Z :=
  sum :: match ws with [] => [] | w :: ws' => prefix_sums (sum + w) ws' end.

(* What a line weighs at most, as a whole and for each value of its cells. *)
Inductive weighed := NotWeighed | Impossible | Weighs (most : Z) (cells : list (option Z * option Z)).

Definition weigh_line (m : doms) (w : M.t (Z * Z)) (side : Z * Z -> Z) (t : track) : weighed :=
  match blocks_of t with
  | Free | Blotted _ => NotWeighed
  | Solid _ _ None => Impossible
  | Solid bs blocks (Some front) =>
    match color_sets m (backwards t) [], spans m blocks, weights_of w side (cells t) with
    | Some ms, Some rs, Some ws =>
      match weigh bs rs (map (fun b : bool => if b then Some 0%Z else None) front) ms (prefix_sums 0 ws) with
      | None => NotWeighed
      | Some (lead, most) => match hd None lead with None => Impossible | Some y => Weighs y most end
      end
    | _, _, _ => NotWeighed
    end
  end.

(* What a value of a cell costs its line, by variable. *)
Definition loss (y : Z) (w : option Z) : option Z := match w with None => None | Some x => Some (y - x)%Z end.

Fixpoint set_losses (losses : M.t (option Z * option Z)) (ks : list positive) (y : Z) (most : list (option Z * option Z))
  : M.t (option Z * option Z) :=
  match ks, most with
  | k :: ks', e :: most' => set_losses (M.add k (loss y (fst e), loss y (snd e)) losses) ks' y most'
  | _, _ => losses
  end.

Inductive balance := NoBalance | NoArrangement | Balance (bound : Z) (losses : M.t (option Z * option Z)).

Fixpoint weigh_lines (m : doms) (w : M.t (Z * Z)) (side : Z * Z -> Z) (ts : list track) : balance :=
  match ts with
  | [] => Balance 0 (M.empty _)
  | t :: ts' =>
    match weigh_line m w side t with
    | NotWeighed => NoBalance
    | Impossible => NoArrangement
    | Weighs y most =>
      match weigh_lines m w side ts' with
      | Balance b losses => Balance (y + b) (set_losses losses (cells t) y most)
      | none => none
      end
    end
  end.

(* Whether a value is heavy enough, if it costs the row a and the column b. *)
Definition enough (bound least : Z) (a b : option Z) : bool :=
  match a, b with Some x, Some y => (least <=? bound - x - y)%Z | _, _ => false end.

Fixpoint eliminate (m : doms) (ks : list positive) (by_row by_column : M.t (option Z * option Z)) (bound least : Z) : outcome :=
  match ks with
  | [] => Reached m
  | k :: ks' =>
    match M.find k m, M.find k by_row, M.find k by_column with
    | Some (Colors s), Some a, Some b =>
      let empty := has 0 s && enough bound least (fst a) (fst b) in
      let filled := has 1 s && enough bound least (snd a) (snd b) in
      if empty || filled then
        let t := [empty; filled] in
        eliminate (if same s t then m else M.add k (Colors t) m) ks' by_row by_column bound least
      else Clash
    | _, _, _ => Wrong Malformed
    end
  end.

Fixpoint filled_cells (n : Z) (g : line) : Z :=
  match g with [] => n | x :: g' => filled_cells (if (x =? 0)%nat then n else n + 1)%Z g' end.

Definition weighable (p : puzzle) : bool :=
  (colors p =? 2) &&
  match total 1 (rows p), total 1 (columns p) with Some _, Some _ => true | _, _ => false end.

Definition apply_bound (e : setting) (m : doms) (g : grid) (u : Z) (ws : list Z) : outcome :=
  let ks := concat (cell_rows e) in
  let cells := concat g in
  let w := cell_weights u ks cells ws (M.empty _) in
  match weigh_lines m w fst (row_tracks e), weigh_lines m w snd (column_tracks e) with
  | Balance a by_row, Balance b by_column =>
    let bound := (a + b)%Z in
    let least := (u * (4 - filled_cells 0 cells))%Z in
    if (bound <? least)%Z then Clash else eliminate m ks by_row by_column bound least
  | NoBalance, _ | _, NoBalance => Wrong Unweighable
  | NoArrangement, _ | _, NoArrangement => Clash
  end.

Definition bound_step (e : setting) (st : state) (id unit : positive) (ws : list Z) : result :=
  match M.find id (grids st) with
  | None => Failed GridUnknown
  | Some g =>
    if negb (weighable (puzzle_of e)) then Failed Unweighable
    else if dead st then Next st
    else conclude st (apply_bound e (known st) g (Z.pos unit) ws)
  end.

(* The bound without a known solution: the two weights of a cell are opposite. *)
Definition opposed_step (e : setting) (st : state) (ws : list Z) : result :=
  if negb (weighable (puzzle_of e)) then Failed Unweighable
  else if dead st then Next st
  else conclude st (apply_bound e (known st) (map (map (fun _ => 0)) (cell_rows e)) 0 ws).

Definition next (e : setting) (st : state) (s : step) : result :=
  match s with
  | Know hs => conclude st (reach e st (known st) hs)
  | Add id c hs => add_clause e st id c hs
  | Delete ids =>
    match delete ids (clauses st) with
    | None => Failed ClauseMissing
    | Some cs => Next (State (known st) (dead st) cs (last st) (listed st) (grids st) (seen st))
    end
  | Solution id g => list_solution e st id g
  | Totals c =>
    if totals_differ (puzzle_of e) c then conclude st Clash else Failed TotalsAgree
  | Weights id unit ws => bound_step e st id unit ws
  | Opposed ws => opposed_step e st ws
  end.

(* The end of a certificate: the reason why it is rejected, or None. *)
Definition finish (st : state) (k : claim) (n : N) : option reason :=
  if (N.of_nat (length (listed st)) =? n)%N then
    match k with
    | AtLeast => None
    | Exactly => if dead st then None else Some NoContradiction
    end
  else Some CountWrong.
