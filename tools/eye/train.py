"""Trains the network of scan/internal/eye on pages that tools/eye/draw draws; see README.md beside this.

    python3 tools/eye/train.py DRAW WEIGHTS [--seconds 540] [--processes 15] [--seed 1] [--from FILE.pt] [--device cuda]

DRAW is the built program tools/eye/draw. WEIGHTS is written with FILE.pt (to train further) and
FILE.json (inputs and outputs, for the test of the program) beside it.
"""
import argparse, json, math, os, struct, subprocess, threading, time
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F

SIDE, STRIDE, NUMBERS, CELLS = 384, 4, 640, 1600
MAP = SIDE // STRIDE

def conv(i, o, k=3, s=1, groups=1):
    return nn.Sequential(nn.Conv2d(i, o, k, s, k // 2, bias=False, groups=groups), nn.BatchNorm2d(o), nn.ReLU(inplace=True))

class Net(nn.Module):
    """Two maps at a quarter of the size (is here the center of a number, of a cell), and features from which a
    number is read where there is one."""
    def __init__(self):
        super().__init__()
        self.s1, self.s2a, self.s2b = conv(3, 16, s=2), conv(16, 32, s=2), conv(32, 32)
        self.s3a, self.s3b = conv(32, 48, s=2), conv(48, 48)
        self.s4a, self.s4b, self.s4c = conv(48, 80, s=2), conv(80, 80), conv(80, 80)
        self.u3a, self.u3b = conv(128, 64, 1), conv(64, 64)
        self.u2a = conv(96, 48, 1)
        self.d1, self.p1 = conv(48, 48, groups=48), conv(48, 48, 1)
        self.d2, self.p2 = conv(48, 48, groups=48), conv(48, 48, 1)
        self.there = nn.Conv2d(48, 2, 1)
        self.read1 = nn.Conv2d(80, 64, 3)
        self.read2, self.read3 = nn.Linear(576, 96), nn.Linear(96, 25)
        nn.init.constant_(self.there.bias, -4)

    def forward(self, x):
        b = self.s2b(self.s2a(self.s1(x)))
        c = self.s3b(self.s3a(b))
        d = self.s4c(self.s4b(self.s4a(c)))
        u = self.u3b(self.u3a(torch.cat([F.interpolate(d, scale_factor=2), c], 1)))
        u = self.u2a(torch.cat([F.interpolate(u, scale_factor=2), b], 1))
        u = self.p2(self.d2(self.p1(self.d1(u))))
        return self.there(u), torch.cat([u, b], 1)

    def read(self, features, page, y, x):
        """Tens (10), units (10), quarters turned (0, 1, 3), and where the center is exactly (x, y)."""
        padded = F.pad(features, (2, 2, 2, 2))
        d = torch.arange(5, device=y.device)
        patch = padded.permute(0, 2, 3, 1)[page[:, None, None], y[:, None, None] + d[:, None], x[:, None, None] + d].permute(0, 3, 1, 2)
        return self.read3(F.relu(self.read2(F.relu(self.read1(patch)).flatten(1))))

class Pool:
    """Pages on the device, the oldest replaced by new ones."""
    def __init__(self, size, device):
        self.pages = torch.empty(size, 3, SIDE, SIDE, dtype=torch.uint8, device=device)
        self.numbers = torch.full((size, NUMBERS, 4), -1., device=device)
        self.cells = torch.full((size, CELLS, 2), -1., device=device)
        self.size, self.drawn, self.lock, self.device = size, 0, threading.Lock(), device

    def fill(self, draw, seed, step):
        p = subprocess.Popen([draw, '-seed', str(seed), '-step', str(step)], stdout=subprocess.PIPE, bufsize=1 << 20)
        n = 16
        while True:
            pages, numbers, cells = np.empty((n, SIDE, SIDE, 3), np.uint8), np.full((n, NUMBERS, 4), -1, np.float32), np.full((n, CELLS, 2), -1, np.float32)
            for k in range(n):
                head = p.stdout.read(4)
                if len(head) < 4:
                    print('the program that draws pages ended', flush=True)
                    os._exit(1)
                a, b = struct.unpack('<HH', head)
                p.stdout.readinto(memoryview(pages[k]).cast('B'))
                v = np.frombuffer(p.stdout.read(16 * a + 8 * b), np.float32)
                numbers[k, :min(a, NUMBERS)] = v[:4 * a].reshape(-1, 4)[:NUMBERS]
                cells[k, :min(b, CELLS)] = v[4 * a:].reshape(-1, 2)[:CELLS]
            with self.lock:
                at = torch.arange(self.drawn, self.drawn + n) % self.size
                at = at.to(self.device)
                self.pages[at] = torch.from_numpy(pages).to(self.device).permute(0, 3, 1, 2)
                self.numbers[at], self.cells[at] = torch.from_numpy(numbers).to(self.device), torch.from_numpy(cells).to(self.device)
                self.drawn += n

def varied(x, points):
    """Pages moved and scaled a little, in other light and colors, and their points."""
    B, dev = len(x), x.device
    r = lambda *s: torch.rand(*s, device=dev)
    n = lambda *s: torch.randn(*s, device=dev)
    moved = (r(B) < .5).float()
    scale, dx, dy, roll = torch.exp(n(B) * .1 * moved), n(B) * .08 * moved, n(B) * .08 * moved, n(B) * .02 * moved
    A = torch.stack([torch.stack([scale * torch.cos(roll), -scale * torch.sin(roll), dx], 1), torch.stack([scale * torch.sin(roll), scale * torch.cos(roll), dy], 1)], 1)
    x = F.grid_sample(x.float() / 255, F.affine_grid(A, x.shape, align_corners=False), padding_mode='border', align_corners=False)
    inverse = torch.linalg.inv(A[:, :, :2])
    out = []
    for p in points:
        q = p.clone()
        v = p[..., :2] / SIDE * 2 - 1 - A[:, None, :, 2]
        q[..., :2] = ((v @ inverse.transpose(1, 2)) + 1) / 2 * SIDE
        q[p[..., 0] < 0] = -1
        out.append(q)
    one = lambda: r(B, 1, 1, 1)
    x = (x - .5) * (.6 + .7 * one()) + .5 + (r(B, 3, 1, 1) - .5) * .25 * (one() < .5)
    inv = (one() < .1).float(); x = x * (1 - inv) + (1 - x) * inv
    gray = (one() < .15).float(); x = x * (1 - gray) + x.mean(1, keepdim=True) * gray
    if torch.rand(1).item() < .3: x = x[:, torch.randperm(3)]
    return (x + n(*x.shape) * .03 * one() * (one() < .3)).clamp(0, 1), out

def heat(points, sigma):
    """The map that says 1 at the points and less around them."""
    B = len(points)
    p = points / STRIDE
    ok = (p[..., 0] >= 0) & (p[..., 1] >= 0) & (p[..., 0] < MAP) & (p[..., 1] < MAP)
    page = torch.arange(B, device=p.device)[:, None].expand(ok.shape)[ok]
    fx, fy = p[ok][:, 0] - .5, p[ok][:, 1] - .5
    x, y = fx.round().long().clamp(0, MAP - 1), fy.round().long().clamp(0, MAP - 1)
    m = torch.zeros(B * MAP * MAP, device=p.device)
    for v in range(-2, 3):
        for u in range(-2, 3):
            a, b = x + u, y + v
            inside = (a >= 0) & (b >= 0) & (a < MAP) & (b < MAP)
            value = torch.exp(-((a - fx) ** 2 + (b - fy) ** 2) / (2 * sigma * sigma)) * .95 if u or v else torch.ones_like(fx)
            m.scatter_reduce_(0, (page * MAP * MAP + b * MAP + a)[inside], value[inside], 'amax')
    return m.view(B, MAP, MAP), page, y, x, fx, fy, ok

def focal(z, t):
    p = torch.sigmoid(z).clamp(1e-5, 1 - 1e-5)
    pos = (t >= .999).float()
    return -(pos * (1 - p) ** 2 * p.log() + (1 - pos) * (1 - t) ** 4 * p ** 2 * (1 - p).log()).sum() / pos.sum().clamp(min=1)

def losses(net, x, numbers, cells, most=6000):
    hn, page, y, w, fx, fy, ok = heat(numbers[..., :2], .7)
    hc = heat(cells, .8)[0]
    with torch.autocast(x.device.type, dtype=torch.bfloat16):
        there, features = net((x - .5).to(memory_format=torch.channels_last))
    there = there.float()
    value, turn = numbers[ok][:, 2].long(), numbers[ok][:, 3].long()
    pick = torch.randperm(len(page), device=x.device)[:most]
    page, y, w, fx, fy, value, turn = (v[pick] for v in (page, y, w, fx, fy, value, turn))
    near = (torch.rand(len(pick), 2, device=x.device) < .12).long() * (torch.randint(0, 2, (len(pick), 2), device=x.device) * 2 - 1) # a peak may be one beside
    y, w = (y + near[:, 0]).clamp(0, MAP - 1), (w + near[:, 1]).clamp(0, MAP - 1)
    with torch.autocast(x.device.type, dtype=torch.bfloat16):
        f = net.read(features, page, y, w)
    f = f.float()
    ten, unit = value // 10, value % 10
    read = F.cross_entropy(f[:, :10], ten, label_smoothing=.01) + F.cross_entropy(f[:, 10:20], unit, label_smoothing=.01)
    turned = F.cross_entropy(f[:, 20:23], torch.where(turn == 3, 2, turn))
    off = F.l1_loss(f[:, 23], fx - w) + F.l1_loss(f[:, 24], fy - y)
    right = (f[:, :10].argmax(1) == ten) & (f[:, 10:20].argmax(1) == unit)
    a, b = focal(there[:, 0], hn), focal(there[:, 1], hc)
    large = value > 19
    return a + b + read + .3 * turned + .3 * off, (a, b, read, turned, off, right.float().mean(), right[large].float().mean())

LAYERS = 's1 s2a s2b s3a s3b s4a s4b s4c u3a u3b u2a d1 p1 d2 p2 there read1 read2 read3'.split()

def folded(net):
    """Weights and biases of each layer, with the normalization in them."""
    for name in LAYERS:
        m = getattr(net, name)
        if isinstance(m, nn.Sequential):
            c, n = m[0], m[1]
            f = n.weight / torch.sqrt(n.running_var + n.eps)
            yield c.weight * f[:, None, None, None], n.bias - n.running_mean * f
        else:
            yield m.weight, m.bias

def quantized(net):
    """The file: per layer and output a scale and a bias (32-bit floats), then the weights as bytes in the order
    output, input, y, x. Also the network that the file describes."""
    data, layers = b'', []
    for w, b in folded(net):
        w, b = w.detach().float().cpu(), b.detach().float().cpu()
        scale = (w.flatten(1).abs().amax(1) / 127).clamp(min=1e-12)
        q = (w / scale.view(-1, *[1] * (w.dim() - 1))).round().clamp(-127, 127)
        data += scale.numpy().astype('<f4').tobytes() + b.numpy().astype('<f4').tobytes() + q.numpy().astype(np.int8).tobytes()
        layers.append((q * scale.view(-1, *[1] * (w.dim() - 1)), b))
    return data, layers

def plain(net, layers):
    """A copy of the network with these weights and no normalization."""
    other = Net()
    for name, (w, b) in zip(LAYERS, layers):
        m = getattr(other, name)
        if isinstance(m, nn.Sequential):
            c = m[0]
            new = nn.Conv2d(c.in_channels, c.out_channels, c.kernel_size, c.stride, c.padding, groups=c.groups)
            setattr(other, name, nn.Sequential(new, nn.ReLU()))
            m = new
        m.weight, m.bias = nn.Parameter(w.clone()), nn.Parameter(b.clone())
    return other.eval()

def main():
    a = argparse.ArgumentParser()
    a.add_argument('draw'); a.add_argument('out'); a.add_argument('--seconds', type=float, default=540); a.add_argument('--processes', type=int, default=15)
    a.add_argument('--seed', type=int, default=1); a.add_argument('--from', dest='first'); a.add_argument('--device', default='cuda')
    a.add_argument('--pool', type=int, default=60000); a.add_argument('--batch', type=int, default=128); a.add_argument('--rate', type=float, default=4e-3)
    o = a.parse_args()
    begun = time.time()
    torch.manual_seed(o.seed); torch.backends.cudnn.benchmark = True
    dev = torch.device(o.device)
    pool = Pool(o.pool, dev)
    for k in range(o.processes): threading.Thread(target=pool.fill, args=(o.draw, o.seed * 1_000_000_000 + k, o.processes), daemon=True).start()
    net = Net().to(dev).to(memory_format=torch.channels_last)
    if o.first: net.load_state_dict(torch.load(o.first, map_location=dev))
    mean = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(.999), use_buffers=True)
    step = torch.optim.AdamW(net.parameters(), lr=o.rate, weight_decay=1e-4)
    while pool.drawn < min(2000, o.pool): time.sleep(.2)
    start, it, seen = time.time(), 0, 0
    while time.time() - begun < o.seconds:
        part = (time.time() - start) / (o.seconds - (start - begun))
        for g in step.param_groups: g['lr'] = o.rate * min(1, (it + 1) / 300) * .5 * (1 + math.cos(math.pi * min(1, part))) + 1e-5
        have = min(pool.drawn, pool.size)
        at = torch.randint(0, have, (o.batch,), device=dev)
        with pool.lock: x, numbers, cells = pool.pages[at], pool.numbers[at], pool.cells[at]
        x, (numbers, cells) = varied(x, (numbers, cells))
        loss, told = losses(net, x, numbers, cells)
        step.zero_grad(set_to_none=True); loss.backward(); nn.utils.clip_grad_norm_(net.parameters(), 5); step.step(); mean.update_parameters(net)
        it += 1; seen += o.batch
        if it % 200 == 0: print('%5d %4.0f s, drawn %d, seen %d: numbers %.3f cells %.3f read %.3f turned %.3f off %.3f; right %.4f, over 19 %.4f' % (it, time.time() - begun, pool.drawn, seen, *told), flush=True)
    net = mean.module.eval()
    torch.save(net.state_dict(), o.out + '.pt')
    data, layers = quantized(net)
    open(o.out, 'wb').write(data)
    # What the file says of a picture that the test of the program makes by the same rule.
    n = 96
    y, x, c = np.mgrid[0:n, 0:n, 0:3]
    img = ((x * x // 3 + y * 7 + (x // 9) * (y // 11) * 31 + c * 40) % 256).astype(np.uint8)
    small = plain(net, layers)
    with torch.no_grad():
        there, features = small(torch.from_numpy(img).permute(2, 0, 1)[None].float() / 255 - .5)
        at = [(0, 0), (5, 9), (12, 12), (23, 3), (23, 23)]
        read = small.read(features, torch.zeros(len(at), dtype=torch.long), torch.tensor([p[0] for p in at]), torch.tensor([p[1] for p in at]))
    json.dump({'there': [round(v, 4) for v in there.flatten().tolist()], 'at': at, 'read': [[round(v, 4) for v in r] for r in read.tolist()]}, open(o.out + '.json', 'w'))
    # Pages that no network learned from.
    fresh = Pool(1024, dev)
    threading.Thread(target=fresh.fill, args=(o.draw, 999_000_000_000, 1), daemon=True).start()
    threading.Thread(target=fresh.fill, args=(o.draw, 999_500_000_000, 1), daemon=True).start()
    while fresh.drawn < 1024: time.sleep(.2)
    sums = []
    with torch.no_grad():
        for k in range(0, 1024, 128):
            with fresh.lock: page, numbers, cells = fresh.pages[k:k + 128].float() / 255, fresh.numbers[k:k + 128].clone(), fresh.cells[k:k + 128].clone()
            sums.append([float(v) for v in losses(net, page, numbers, cells)[1]])
    print('fresh pages: numbers %.3f cells %.3f read %.3f turned %.3f off %.3f; right %.4f, over 19 %.4f' % tuple(np.mean(sums, 0)), 'steps', it, 'seen', seen, 'drawn', pool.drawn, 'bytes', len(data), flush=True)

if __name__ == '__main__':
    main()
    os._exit(0) # the readers of pages wait for ever
