"""A nonogram as an environment in the shape of Gymnasium, with the standard library alone.

    env = Nonogram("nonogram")
    board, info = env.reset(options={"seed": 7, "width": 10, "levels": ["easy"]})
    board, reward, terminated, truncated, info = env.step("r1c1 #")

An action is a move or a list of moves, as `nonogram play --help` describes them. An
observation is a list of strings, one per row: "?" unknown, "." empty, "#" filled.
"""

import json
import subprocess


class Nonogram:
    def __init__(self, program="nonogram", max_moves=None):
        self.max_moves = max_moves
        self.process = subprocess.Popen(
            [program, "play", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def reset(self, *, seed=None, options=None):
        options = dict(options or {})
        if seed is not None:
            options["seed"] = seed
        state = self._ask({"reset": options})
        return state["board"], state

    def step(self, action):
        state = self._ask({"moves": [action] if isinstance(action, str) else list(action)})
        truncated = self.max_moves is not None and state["moves"] >= self.max_moves
        return state["board"], state["reward"], state["done"], truncated and not state["done"], state

    def undo(self, moves=1):
        return self._ask({"undo": moves})

    def hint(self, grade=1):
        return self._ask({"hint": grade})["hint"]

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def _ask(self, line):
        self.process.stdin.write(json.dumps(line) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError("nonogram has ended")
        state = json.loads(answer)
        if "error" in state:
            raise ValueError(state["error"]["message"])
        return state
