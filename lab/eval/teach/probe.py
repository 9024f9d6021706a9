"""Linear probes of scikit-learn in the same features: reads draws from the standard input, writes the accuracy of each.

The first line names the file of vectors (float32, one after another) and how many numbers each has; each further line is a draw. A first
line with `digits` asks for the digits that scikit-learn has instead: dark on white, eight pixels a side.
"""

import json
import sys

import numpy as np
import sklearn
from sklearn.linear_model import LogisticRegression

head, *draws = [json.loads(line) for line in sys.stdin if line.strip()]
if head.get("digits"):
    from sklearn.datasets import load_digits

    found = load_digits()
    pixels = np.rint(255 - found.data * 255 / 16).astype(int).tolist()
    print(json.dumps({"rows": pixels, "names": [str(name) for name in found.target]}))
    sys.exit()
vectors = np.fromfile(head["file"], np.float32).reshape(-1, head["size"])
found = []
for draw in draws:
    probe = LogisticRegression(C=30, max_iter=1000).fit(vectors[draw["train"]], draw["classes"])
    found.append(float(np.mean(probe.predict(vectors[draw["test"]]) == np.array(draw["truth"]))))
print(json.dumps({"version": sklearn.__version__, "accuracy": found}))
