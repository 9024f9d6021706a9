"""Tiny classifiers, as the Hub's library and timm make, export and read them."""

import json

import timm
import torch
import transformers as hub
from PIL import Image

from export import export

LABELS = {number: f"kind-{number}" for number in range(6)}


def classifier(config, processor, multi=False, kind=hub.AutoModelForImageClassification):
    def make(place, pictures):
        model = kind._from_config(config) if kind is not hub.AutoModelForImageClassification else kind.from_config(config)
        loud(model)
        model.config.save_pretrained(place)
        processor.save_pretrained(place)
        side = processor(images=Image.open(pictures[0]).convert("RGB"), return_tensors="pt")["pixel_values"].shape[-1]
        export(model, place, torch.rand(1, 3, side, side), ["logits"])

        def scores(picture):
            logits = model(**processor(images=picture, return_tensors="pt")).logits[0]
            return logits.sigmoid() if multi else logits.softmax(-1)

        return [answer(path, scores) for path in pictures]

    return make


def loud(model):
    """Random weights answer all alike: a larger last layer tells pictures apart."""
    with torch.no_grad():
        for name, weights in model.named_parameters():
            if weights.dim() > 1 and ("classifier" in name or name.startswith(("head", "fc"))):
                torch.nn.init.normal_(weights, std=0.5)
    return model.eval()


def answer(path, scores):
    with torch.no_grad():
        found = scores(Image.open(path).convert("RGB"))
    return {"picture": path.name, "scores": {LABELS[number]: float(score) for number, score in enumerate(found)}}


def timm_model(name, **more):
    def make(place, pictures):
        model = loud(timm.create_model(name, pretrained=False, num_classes=len(LABELS), **more))
        data = timm.data.resolve_model_data_config(model)
        transform = timm.data.create_transform(**data, is_training=False)
        page = {"architecture": name, "num_classes": len(LABELS), "pretrained_cfg": {**model.pretrained_cfg}, "label_names": list(LABELS.values())}
        (place / "config.json").write_text(json.dumps(page, default=list))

        class Named(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.model = model

            def forward(self, pixel_values):
                return {"logits": self.model(pixel_values)}

        export(Named(), place, torch.rand(1, *data["input_size"]), ["logits"])
        return [answer(path, lambda picture: model(transform(picture)[None])[0].softmax(-1)) for path in pictures]

    return make


SMALL = dict(num_labels=len(LABELS), id2label=LABELS)
VIT = dict(hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=16, image_size=64, patch_size=16, **SMALL)

CLASSIFIERS = {
    "vit": classifier(hub.ViTConfig(**VIT), hub.ViTImageProcessor(size={"height": 64, "width": 64})),
    "vit-many-labels": classifier(
        hub.ViTConfig(problem_type="multi_label_classification", **VIT), hub.ViTImageProcessor(size={"height": 64, "width": 64}), multi=True
    ),
    "deit": classifier(
        hub.DeiTConfig(**VIT), hub.DeiTImageProcessor(size={"height": 72, "width": 72}, crop_size={"height": 64, "width": 64}, resample=3),
        kind=hub.DeiTForImageClassification,
    ),
    "resnet": classifier(
        hub.ResNetConfig(embedding_size=8, hidden_sizes=[8, 16], depths=[1, 1], layer_type="basic", **SMALL),
        hub.ConvNextImageProcessor(size={"shortest_edge": 64}, crop_pct=0.875, resample=3),
    ),
    "convnext": classifier(
        hub.ConvNextConfig(hidden_sizes=[8, 16, 16, 16], depths=[1, 1, 1, 1], **SMALL), hub.ConvNextImageProcessor(size={"shortest_edge": 64}, crop_pct=0.875)
    ),
    "mobilenet-v2": classifier(
        hub.MobileNetV2Config(depth_multiplier=0.25, **SMALL),
        hub.MobileNetV2ImageProcessor(size={"shortest_edge": 72}, crop_size={"height": 64, "width": 64}),
    ),
    "timm-resnet": timm_model("resnet10t"),
    "timm-mobilenet": timm_model("mobilenetv3_small_050"),
}
