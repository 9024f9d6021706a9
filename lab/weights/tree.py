"""Reads names.txt and leaves.txt into the tree of names over ImageNet's classes."""

import pathlib
import re

HERE = pathlib.Path(__file__).parent
# Groups whose classes have names that people say. In the other groups a class has the name of the group.
NAMED = {"dog", "wild dog", "wolf", "fox", "cat", "bear", "bird", "grouse", "parrot", "duck", "stork", "heron", "fish", "shark", "ray",
         "frog", "salamander", "turtle", "sea turtle", "lizard", "snake", "spider", "crab", "whale", "insect", "beetle", "ape", "monkey",
         "lemur", "antelope", "weasel", "rabbit", "sheep", "pig", "truck", "train", "ship", "vegetable", "fruit", "dessert", "shop",
         "cabinet", "hat", "coat", "robe", "cosmetics", "gun", "flower", "fungus", "armor", "bridge", "fence", "tower", "animal", "vehicle"}


def spans(text):
    for part in text.split():
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def rows(name):
    lines = (HERE / name).read_text().splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


def read_tree(classes):
    """`classes` are ImageNet's names. Returns the name of each class, and the parent of each name that has one."""
    groups, parents = {}, {}
    for row in rows("names.txt"):
        name, parent, members = (part.strip() for part in row.split("|"))
        groups[name] = set(spans(members))
        if parent:
            parents[name] = parent

    def depth(name):
        return 1 + depth(parents[name]) if name in parents else 0

    holder = {}
    for name, members in groups.items():
        for index in members:
            if index not in holder or depth(name) >= depth(holder[index]):
                holder[index] = name
    own = dict(re.split(r"\s+", row, maxsplit=1) for row in rows("leaves.txt"))
    alone = {name for name in groups if sum(each == name for each in holder.values()) == 1 and not any(p == name for p in parents.values())}
    leaves = []
    for index, original in enumerate(classes):
        group = holder.get(index)
        name = own.get(str(index), original)
        if group in alone or name == group or (group and group not in NAMED and name not in groups):
            leaves.append(group)
            continue
        leaves.append(name)
        if group and name not in groups:
            parents[name] = group
    return leaves, parents
