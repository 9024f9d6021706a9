"""Tiny CLIP and SigLIP: a picture and texts in one space, as the Hub's library makes, exports and reads them."""

import torch
import transformers as hub
from PIL import Image
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

from export import export
from text import TEXTS, loud

LABELS = ["a cracked cup", "a whole cup", "Zürich by night", "something else, e.g. two dogs"]
TEMPLATES = ["This is a photo of {}.", "{}"]
SIDE = 64


def clip_tokenizer():
    tokenizer = Tokenizer(models.BPE(unk_token="<|endoftext|>", end_of_word_suffix="</w>", continuing_subword_prefix=""))
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFC(), normalizers.Replace(Regex(r"\s+"), " "), normalizers.Lowercase()])
    words = Regex(r"""'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+""")
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Split(words, "removed", invert=True), pre_tokenizers.ByteLevel(add_prefix_space=False)])
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    tokenizer.train_from_iterator(TEXTS[:40] + LABELS, trainers.BpeTrainer(vocab_size=600, special_tokens=[], initial_alphabet=alphabet, end_of_word_suffix="</w>"))
    tokenizer.add_special_tokens(["<|startoftext|>", "<|endoftext|>"])
    ids = [tokenizer.token_to_id(name) for name in ("<|startoftext|>", "<|endoftext|>")]
    tokenizer.post_processor = processors.RobertaProcessing(("<|endoftext|>", ids[1]), ("<|startoftext|>", ids[0]), add_prefix_space=False, trim_offsets=False)
    return hub.PreTrainedTokenizerFast(tokenizer_object=tokenizer, pad_token="<|endoftext|>", bos_token="<|startoftext|>", eos_token="<|endoftext|>", unk_token="<|endoftext|>", model_max_length=77)


def siglip_tokenizer():
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Lowercase(), normalizers.Replace(Regex(r"[^\w\s]"), "")])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.train_from_iterator(TEXTS[:40] + LABELS, trainers.UnigramTrainer(vocab_size=200, special_tokens=["</s>", "<unk>"], unk_token="<unk>"))
    tokenizer.post_processor = processors.TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 0)])
    return hub.PreTrainedTokenizerFast(tokenizer_object=tokenizer, pad_token="</s>", unk_token="<unk>", eos_token="</s>", model_max_length=64, model_input_names=["input_ids"])


PART = dict(hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32)


def clip(tokenizer):
    text = dict(vocab_size=len(tokenizer), max_position_embeddings=77, eos_token_id=tokenizer.eos_token_id, bos_token_id=tokenizer.bos_token_id, pad_token_id=tokenizer.pad_token_id, **PART)
    model = hub.CLIPModel(hub.CLIPConfig(text_config=text, vision_config=dict(image_size=SIDE, patch_size=16, **PART), projection_dim=24))
    page = hub.CLIPImageProcessor(size={"shortest_edge": SIDE}, crop_size={"height": SIDE, "width": SIDE})
    return model, page


def siglip(tokenizer):
    text = dict(vocab_size=len(tokenizer), max_position_embeddings=64, eos_token_id=0, bos_token_id=1, pad_token_id=0, **PART)
    model = hub.SiglipModel(hub.SiglipConfig(text_config=text, vision_config=dict(image_size=SIDE, patch_size=16, **PART)))
    page = hub.SiglipImageProcessor(size={"height": SIDE, "width": SIDE})
    return model, page


def pair(make_tokenizer, make_model, inputs):
    def make(place, pictures):
        tokenizer = make_tokenizer()
        model, page = make_model(tokenizer)
        loud(model)
        with torch.no_grad():
            model.logit_scale.fill_(2.5)
            if hasattr(model, "logit_bias"):
                model.logit_bias.fill_(-3)
        tokenizer.save_pretrained(place)
        model.config.save_pretrained(place)
        page.save_pretrained(place)
        sample = dict(tokenizer(LABELS, return_tensors="pt", padding="max_length"))
        sample["pixel_values"] = page(images=[Image.open(pictures[0]).convert("RGB")], return_tensors="pt")["pixel_values"]
        axes = {"input_ids": {0: "texts", 1: "length"}, "attention_mask": {0: "texts", 1: "length"}, "pixel_values": {0: "pictures"}}
        outputs = ["logits_per_image", "logits_per_text", "text_embeds", "image_embeds"]
        export(model, place, tuple(sample[name] for name in inputs), outputs, {name: axes[name] for name in inputs}, inputs)
        answer = hub.ZeroShotImageClassificationPipeline(model=model, tokenizer=tokenizer, image_processor=page)
        expected = []
        for number, picture in enumerate(pictures):
            image = Image.open(picture).convert("RGB")
            template = TEMPLATES[number % len(TEMPLATES)]
            scores = {each["label"]: each["score"] for each in answer(image, candidate_labels=LABELS, hypothesis_template=template)}
            with torch.no_grad():
                found = model(pixel_values=page(images=[image], return_tensors="pt")["pixel_values"], **{name: sample[name] for name in inputs if name != "pixel_values"})
            expected.append({"picture": picture.name, "labels": LABELS, "prompts": [template], "scores": scores, "vector": found.image_embeds[0].tolist()})
        return expected

    return make


PAIRS = {
    "clip": pair(clip_tokenizer, clip, ("input_ids", "pixel_values", "attention_mask")),
    "siglip": pair(siglip_tokenizer, siglip, ("input_ids", "pixel_values")),
}


def clip_base(tokenizer):
    """As large as CLIP ViT-B/32 in its tower for pictures; that for texts is small."""
    text = dict(vocab_size=len(tokenizer), max_position_embeddings=77, eos_token_id=tokenizer.eos_token_id, bos_token_id=tokenizer.bos_token_id, pad_token_id=tokenizer.pad_token_id, **PART)
    model = hub.CLIPModel(hub.CLIPConfig(text_config=text, vision_config={}, projection_dim=512))
    return model, hub.CLIPImageProcessor()


LARGE_PAIR = pair(clip_tokenizer, clip_base, ("input_ids", "pixel_values", "attention_mask"))
