"""Paths of BIO tags through a sentence, as libs/plugins/text/entities/lattice.ts has them."""

import numpy as np

# Outside, then first and later words of PERSON, ORGANIZATION and LOCATION. A sentence starts from the last row of transitions.
TAGS = 7
START = TAGS


def may_follow(before, tag):
    is_later = tag > 0 and tag % 2 == 0
    return not is_later or (before not in (0, START) and (before - 1) // 2 == (tag - 1) // 2)


allowed = np.array([[may_follow(before, tag) for tag in range(TAGS)] for before in range(TAGS + 1)])


def spans(tags):
    """(from, to, type) of each name."""
    found, at = [], 0
    while at < len(tags):
        first = int(tags[at])
        at += 1
        if first % 2 == 0:
            continue
        start = at - 1
        while at < len(tags) and tags[at] == first + 1:
            at += 1
        found.append((start, at, (first - 1) // 2))
    return found


def best_path(scores, transitions):
    steps = np.where(allowed, transitions, -np.inf)
    total, froms = steps[START] + scores[0], np.zeros((len(scores), TAGS), int)
    for at in range(1, len(scores)):
        options = total[:, None] + steps[:TAGS]
        froms[at] = options.argmax(0)
        total = options.max(0) + scores[at]
    path = [int(total.argmax())]
    for at in range(len(scores) - 1, 0, -1):
        path.append(int(froms[at, path[-1]]))
    return path[::-1]


def chances(found, scores, transitions, temperature):
    """Of each span among all paths, each as likely as the exponential of its score divided by the temperature."""
    if not found:
        return []
    steps = np.where(allowed, np.exp(transitions / temperature), 0)
    factors = np.exp((scores - scores.max(1, keepdims=True)) / temperature)
    forward, scales, backward = np.zeros_like(factors), np.zeros(len(scores)), np.ones_like(factors)
    for at in range(len(scores)):
        led = steps[START] if at == 0 else forward[at - 1] @ steps[:TAGS]
        forward[at] = led * factors[at]
        scales[at] = forward[at].sum()
        forward[at] /= scales[at]
    for at in range(len(scores) - 2, -1, -1):
        backward[at] = steps[:TAGS] @ (factors[at + 1] * backward[at + 1]) / scales[at + 1]
    values = []
    for start, end, kind in found:
        first, later = 1 + 2 * kind, 2 + 2 * kind
        chance = forward[start, first]
        for at in range(start + 1, end):
            chance *= steps[first if at == start + 1 else later, later] * factors[at, later] / scales[at]
        if end < len(scores):
            last = first if end == start + 1 else later
            after = steps[last] * factors[end] * backward[end]
            chance *= (after.sum() - after[later]) / scales[end]
        values.append(min(1.0, float(chance)))
    return values
