"""Tiny detectors of the DETR family, as the Hub's library makes, exports and reads them."""

import copy
import math

import torch
import transformers as hub
from PIL import Image

from export import export

LABELS = {number: f"thing-{number}" for number in range(5)}
THRESHOLD = 0.05
NOISE = 2e-6


def resnet(kind=hub.ResNetConfig):
    return kind(embedding_size=8, hidden_sizes=[8, 16, 16, 16], depths=[1, 1, 1, 1], layer_type="basic", out_features=["stage2", "stage3", "stage4"])


def spread(model, loud=0.5):
    """Random weights see the same everywhere: larger last layers make scores and boxes that differ."""
    with torch.no_grad():
        for name, weights in model.named_parameters():
            if weights.dim() > 1 and any(part in name for part in ("class_embed", "class_labels_classifier", "bbox", "score_head", "input_proj", "projection")):
                torch.nn.init.normal_(weights, std=loud)
            elif "query_feat" in name or "reference_point_embed" in name:
                # RF-DETR gives its queries to places in order of their scores: two of nearly one score may change places.
                torch.nn.init.normal_(weights, std=1e-3)
            elif weights.dim() > 1:
                torch.nn.init.normal_(weights, std=1.0 / math.sqrt(max(1, weights.shape[1])))
    return model.eval()


def steady(build, processor, pictures, seeds=range(7, 47)):
    """The first network of random weights that says the same in double precision, of pixels that differ by as little as rounding:
    with others, the reference differs from itself by more than it may differ from us (a D-FINE did by 3e-3 on one of twenty pictures)."""
    inputs = [processor(images=Image.open(path).convert("RGB"), return_tensors="pt")["pixel_values"] for path in pictures]
    for seed in seeds:
        torch.manual_seed(seed)
        model = build()
        double = copy.deepcopy(model).double()
        with torch.no_grad():
            rounding = max(
                (scores(model(pixel_values=each)) - scores(double(pixel_values=each.double() + NOISE * torch.randn(each.shape)))).abs().max().item()
                for each in inputs
            )
        if rounding < 1e-4:
            return model
    raise RuntimeError("no seed makes a network that rounds less than it may differ")


def scores(outputs):
    """Those of all queries and classes, in order of size: queries of nearly one score may change places."""
    return outputs.logits.sigmoid().double().flatten().sort().values


def fix_places(model):
    """RF-DETR scales its places to the input by an operator that ONNX has not. Its own export takes them as they are for one size, too."""
    for each in model.modules():
        if hasattr(each, "interpolate_pos_encoding"):
            each.interpolate_pos_encoding = lambda embeddings, height, width, own=each: own.position_embeddings


def detector(config, processor, dynamic=False, side=128, loud=0.5, before_export=None):
    def make(place, pictures):
        model = steady(lambda: spread(hub.AutoModelForObjectDetection.from_config(config), loud), processor, pictures)
        model.config.save_pretrained(place)
        processor.save_pretrained(place)
        expected = [answer(model, processor, picture) for picture in pictures]
        shape = {2: "height", 3: "width"} if dynamic else {}
        if before_export:
            before_export(model)
        export(model, place, torch.rand(1, 3, side, side), ["logits", "pred_boxes"], shape)
        return expected

    return make


def answer(model, processor, path):
    picture = Image.open(path).convert("RGB")
    inputs = processor(images=picture, return_tensors="pt")
    with torch.no_grad():
        outputs = model(pixel_values=inputs["pixel_values"])
    sizes = torch.tensor([[picture.height, picture.width]])
    [found] = processor.post_process_object_detection(outputs, threshold=THRESHOLD, target_sizes=sizes)
    objects = [
        {"label": LABELS[int(label)], "score": float(score), "box": [float(side) for side in box]}
        for label, score, box in zip(found["labels"], found["scores"], found["boxes"])
    ]
    return {"picture": path.name, "objects": objects}


SMALL = dict(num_labels=len(LABELS), id2label=LABELS)
# As many queries as there are places in 128 × 128 pixels: which of them are taken must not depend on the last bit of a pixel.
RT = dict(
    encoder_hidden_dim=16, encoder_in_channels=[16, 16, 16], encoder_ffn_dim=16, encoder_attention_heads=2, d_model=16,
    num_queries=336, decoder_in_channels=[16, 16, 16], decoder_ffn_dim=16, decoder_layers=2, decoder_attention_heads=2, **SMALL,
)
SQUARE = {"height": 128, "width": 128}
SHORTEST = {"shortest_edge": 96, "longest_edge": 160}
OLD = dict(d_model=16, encoder_layers=1, decoder_layers=2, encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=16, decoder_ffn_dim=16, num_queries=20, **SMALL)


def hgnet():
    return hub.HGNetV2Config(
        stem_channels=[3, 8, 8], stage_in_channels=[8, 16, 16, 16], stage_mid_channels=[8, 8, 8, 8], stage_out_channels=[16, 16, 16, 16],
        stage_num_blocks=[1, 1, 1, 1], stage_numb_of_layers=[2, 2, 2, 2], hidden_sizes=[16, 16, 16, 16], out_features=["stage2", "stage3", "stage4"],
    )


DETECTORS = {
    "rt-detr": detector(hub.RTDetrConfig(backbone_config=resnet(hub.RTDetrResNetConfig), **RT), hub.RTDetrImageProcessor(size=SQUARE)),
    "rt-detr-v2": detector(hub.RTDetrV2Config(backbone_config=resnet(hub.RTDetrResNetConfig), **RT), hub.RTDetrImageProcessor(size=SQUARE)),
    "d-fine": detector(
        hub.DFineConfig(backbone_config=hgnet(), decoder_n_points=[2, 2, 2], **RT), hub.RTDetrImageProcessor(size=SQUARE),
        # Louder, it says itself something else in double precision.
        loud=0.1,
    ),
    "yolos": detector(
        hub.YolosConfig(hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=16, image_size=[128, 128], patch_size=16, num_detection_tokens=10, **SMALL),
        hub.YolosImageProcessor(size=SQUARE, do_pad=False),
    ),
    "detr": detector(hub.DetrConfig(use_timm_backbone=False, use_pretrained_backbone=False, backbone=None, backbone_config=hub.ResNetConfig(embedding_size=8, hidden_sizes=[8, 16, 16, 16], depths=[1, 1, 1, 1], layer_type="basic", out_features=["stage4"]), **OLD), hub.DetrImageProcessor(size=SHORTEST), dynamic=True),
    "conditional-detr": detector(hub.ConditionalDetrConfig(use_timm_backbone=False, use_pretrained_backbone=False, backbone=None, backbone_config=hub.ResNetConfig(embedding_size=8, hidden_sizes=[8, 16, 16, 16], depths=[1, 1, 1, 1], layer_type="basic", out_features=["stage4"]), **OLD), hub.ConditionalDetrImageProcessor(size=SHORTEST), dynamic=True),
    "rf-detr": detector(
        hub.RfDetrConfig(
            backbone_config=hub.RfDetrDinov2Config(
                hidden_size=16, num_hidden_layers=4, num_attention_heads=2, image_size=128, patch_size=8, num_windows=2, out_features=["stage2", "stage4"],
            ),
            d_model=16, decoder_layers=2, decoder_ffn_dim=16, decoder_self_attention_heads=2, decoder_cross_attention_heads=2, num_queries=256, group_detr=1, **SMALL,
        ),
        hub.RfDetrImageProcessor(size=SQUARE, do_pad=False), before_export=fix_places,
    ),
}


def LARGE_DETECTOR(place, pictures):
    """RT-DETR with a ResNet-18, 640 pixels wide, as its authors have it."""
    backbone = hub.RTDetrResNetConfig(hidden_sizes=[64, 128, 256, 512], depths=[2, 2, 2, 2], layer_type="basic", out_features=["stage2", "stage3", "stage4"])
    config = hub.RTDetrConfig(backbone_config=backbone, encoder_in_channels=[128, 256, 512], decoder_layers=3, **SMALL)
    model = hub.AutoModelForObjectDetection.from_config(config).eval()
    model.config.save_pretrained(place)
    hub.RTDetrImageProcessor(size={"height": 640, "width": 640}).save_pretrained(place)
    export(model, place, torch.rand(1, 3, 640, 640), ["logits", "pred_boxes"])
