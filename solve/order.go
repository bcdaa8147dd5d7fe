package solve

// order picks the decision variable by activity, which rises with conflicts and decays
// exponentially (VSIDS, after Chaff and MiniSat). It is a binary heap.
type order struct {
	activity    []float64
	bumpBy      float64
	decayFactor float64 // factor per conflict
	heap        []int32
	index       []int32 // position in the heap, -1 if absent
}

// activityLimit is the activity at which all are rescaled.
const activityLimit = 1e100

func (o *order) reset(vars int) {
	o.activity = resize(o.activity, vars)
	o.index = resize(o.index, vars)
	o.heap = resize(o.heap, vars)
	o.bumpBy, o.decayFactor = 1, activityDecay
	for v := range o.heap {
		o.heap[v], o.index[v] = int32(v), int32(v)
	}
}

// extend adds variables without activity.
func (o *order) extend(vars int) {
	from := len(o.activity)
	o.activity = grow(o.activity, vars)
	o.index = grow(o.index, vars)
	for v := from; v < vars; v++ {
		o.index[v] = -1
		o.restore(int32(v))
	}
}

func (o *order) bump(v int32) {
	o.activity[v] += o.bumpBy
	if o.activity[v] > activityLimit {
		for i := range o.activity {
			o.activity[i] /= activityLimit
		}
		o.bumpBy /= activityLimit
	}
	if o.index[v] >= 0 {
		o.up(int(o.index[v]))
	}
}

// decay reduces all activities by making later bumps larger.
func (o *order) decay() { o.bumpBy /= o.decayFactor }

// restore puts a variable that is open again back into the heap.
func (o *order) restore(v int32) {
	if o.index[v] >= 0 {
		return
	}
	o.heap = append(o.heap, v)
	o.index[v] = int32(len(o.heap) - 1)
	o.up(len(o.heap) - 1)
}

// rebuild restores the heap order after activities were set directly.
func (o *order) rebuild() {
	for i := len(o.heap)/2 - 1; i >= 0; i-- {
		o.down(i)
	}
}

func (o *order) up(i int) {
	v := o.heap[i]
	a := o.activity[v]
	for i > 0 {
		parent := (i - 1) >> 1
		x := o.heap[parent]
		if o.activity[x] >= a {
			break
		}
		o.heap[i] = x
		o.index[x] = int32(i)
		i = parent
	}
	o.heap[i] = v
	o.index[v] = int32(i)
}

func (o *order) down(i int) {
	v := o.heap[i]
	a := o.activity[v]
	for {
		child := 2*i + 1
		if child >= len(o.heap) {
			break
		}
		if child+1 < len(o.heap) && o.activity[o.heap[child+1]] > o.activity[o.heap[child]] {
			child++
		}
		x := o.heap[child]
		if o.activity[x] <= a {
			break
		}
		o.heap[i] = x
		o.index[x] = int32(i)
		i = child
	}
	o.heap[i] = v
	o.index[v] = int32(i)
}

func (o *order) pop() int32 {
	v := o.heap[0]
	last := o.heap[len(o.heap)-1]
	o.heap = o.heap[:len(o.heap)-1]
	o.index[v] = -1
	if len(o.heap) > 0 {
		o.heap[0] = last
		o.index[last] = 0
		o.down(0)
	}
	return v
}
