"""Writes an ONNX graph node by node."""

import numpy as np
from onnx import helper, numpy_helper


class Graph:
    """The nodes and constants so far. Each method returns the name of what it adds."""

    def __init__(self, nodes=(), tensors=()):
        self.nodes, self.tensors = list(nodes), list(tensors)

    def constant(self, name, values):
        self.tensors.append(numpy_helper.from_array(np.asarray(values, order="C"), name))
        return name

    def node(self, kind, inputs, name, domain="", **attributes):
        self.nodes.append(helper.make_node(kind, inputs, [name], domain=domain, **attributes))
        return name
