"""Writes a network of torch as one ONNX file."""

import warnings

import torch


class Picked(torch.nn.Module):
    """Gives what is named of a model's outputs."""

    def __init__(self, model, inputs, outputs):
        super().__init__()
        self.model, self.inputs, self.outputs = model, inputs, outputs

    def forward(self, *tensors):
        found = self.model(**dict(zip(self.inputs, tensors)))
        return tuple(found[name] for name in self.outputs)


def export(model, place, sample, outputs, dynamic=None, inputs=("pixel_values",)):
    samples = sample if isinstance(sample, tuple) else (sample,)
    by_input = dynamic if dynamic and inputs[0] in dynamic else {name: dynamic for name in inputs}
    axes = by_input if dynamic else None
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            Picked(model, inputs, outputs).eval(), samples, str(place / "model.onnx"), input_names=list(inputs), output_names=list(outputs),
            dynamic_axes=axes, opset_version=17, dynamo=False,
        )
