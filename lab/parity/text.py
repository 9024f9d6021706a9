"""Tiny models for texts with tokenizers that are trained here, as the Hub's library makes, exports and reads them."""

import random

import torch
import transformers as hub
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

from export import export

WORDS = (
    "the a an in of and to is was it for on with as at by from this that be are or not have you we they good bad fine awful terrible "
    "service delivery invoice refund Zürich Malmö naïve façade 北京 東京 привет мир straße élan don't can't $9.99 50% e-mail #hash @you"
).split()
LABELS = {number: f"mood-{number}" for number in range(4)}


def write(seed: int) -> str:
    rng = random.Random(1000 + seed)
    count = 400 if seed % 17 == 0 else rng.randrange(1, 40)
    words = [rng.choice(WORDS) for _ in range(count)]
    words = [word.upper() if rng.random() < 0.1 else word for word in words]
    return rng.choice([" ", "  ", ", "]).join(words) + rng.choice(["", ".", "!?", " …", "\n"])


TEXTS = [write(seed) for seed in range(50)]


def wordpiece():
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer.train_from_iterator(TEXTS[:40], trainers.WordPieceTrainer(vocab_size=180, special_tokens=special))
    ends = [(name, tokenizer.token_to_id(name)) for name in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=ends)
    return hub.PreTrainedTokenizerFast(tokenizer_object=tokenizer, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]", model_max_length=2048)


def byte_level():
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    special = ["<s>", "<pad>", "</s>", "<unk>"]
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    tokenizer.train_from_iterator(TEXTS[:40], trainers.BpeTrainer(vocab_size=400, special_tokens=special, initial_alphabet=alphabet))
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), add_prefix_space=False)
    return hub.PreTrainedTokenizerFast(tokenizer_object=tokenizer, pad_token="<pad>", unk_token="<unk>", cls_token="<s>", sep_token="</s>", model_max_length=2046)


def unigram():
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace("\n", " ")])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    special = ["<s>", "<pad>", "</s>", "<unk>"]
    tokenizer.train_from_iterator(TEXTS[:40], trainers.UnigramTrainer(vocab_size=200, special_tokens=special, unk_token="<unk>"))
    tokenizer.post_processor = processors.TemplateProcessing(single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)])
    return hub.PreTrainedTokenizerFast(tokenizer_object=tokenizer, pad_token="<pad>", unk_token="<unk>", cls_token="<s>", sep_token="</s>", model_max_length=2046)


SMALL = dict(hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=16)


def loud(model):
    with torch.no_grad():
        for name, weights in model.named_parameters():
            if weights.dim() > 1:
                torch.nn.init.normal_(weights, std=0.5)
    return model.eval()


def prepare(place, tokenizer, model):
    tokenizer.save_pretrained(place)
    model.config.save_pretrained(place)
    return tokenizer(TEXTS[3], return_tensors="pt")


def classifier(config, make_tokenizer, inputs, multi=False):
    def make(place, _pictures):
        tokenizer = make_tokenizer()
        config.vocab_size = len(tokenizer)
        model = loud(hub.AutoModelForSequenceClassification.from_config(config))
        sample = prepare(place, tokenizer, model)
        export(model, place, tuple(torch.zeros_like(sample["input_ids"]) if name == "token_type_ids" else sample[name] for name in inputs), ["logits"], {0: "batch", 1: "length"}, inputs)
        answer = hub.TextClassificationPipeline(model=model, tokenizer=tokenizer, top_k=None)
        expected = []
        for text in TEXTS:
            scores = {each["label"]: each["score"] for each in answer([text])[0]}
            expected.append({"text": text, "scores": scores, "tokens": tokenizer(text)["input_ids"]})
        return expected

    return make


def embedder(config, make_tokenizer):
    def make(place, _pictures):
        tokenizer = make_tokenizer()
        config.vocab_size = len(tokenizer)
        model = loud(hub.AutoModel.from_config(config))
        sample = prepare(place, tokenizer, model)
        inputs = ("input_ids", "attention_mask")
        export(model, place, tuple(sample[name] for name in inputs), ["last_hidden_state"], {0: "batch", 1: "length"}, inputs)
        (place / "1_Pooling").mkdir(exist_ok=True)
        (place / "1_Pooling" / "config.json").write_text('{"pooling_mode_mean_tokens": true}')
        expected = []
        for text in TEXTS:
            with torch.no_grad():
                states = model(**{name: value for name, value in tokenizer(text, return_tensors="pt").items() if name in inputs}).last_hidden_state
            vector = torch.nn.functional.normalize(states.mean(1), dim=-1)[0]
            expected.append({"text": text, "vector": vector.tolist(), "tokens": tokenizer(text)["input_ids"]})
        return expected

    return make


TAGS = {0: "O", 1: "B-THING", 2: "I-THING", 3: "B-PLACE", 4: "I-PLACE"}
FULLER = {0: "O", 1: "B-THING", 2: "I-THING", 3: "E-THING", 4: "S-THING"}
# Ends go on with what was begun, and what stands alone begins: so the reference, which knows two letters, reads it.
SIMPLER = {0: "O", 1: "B-THING", 2: "I-THING", 3: "I-THING", 4: "B-THING"}
ODD = ["\u4eac e\u0301lan \ufb01ne \U0001f600\U0001f600 bad", "  Service\t\tto\nZ\u00fcrich!! ", "\u0130stanbul na\u00efve bad \u00df\u00df", "[SEP] the [CLS] it"]


def utf16(text, place):
    return len(text[:place].encode("utf-16-le")) // 2


def tagger(config, make_tokenizer, inputs, aggregation, labels=TAGS, longest=None):
    def make(place, _pictures):
        tokenizer = make_tokenizer()
        config.vocab_size = len(tokenizer)
        config.id2label, config.label2id = labels, {label: number for number, label in labels.items()}
        model = loud(hub.AutoModelForTokenClassification.from_config(config))
        if longest:
            tokenizer.model_max_length = longest
        sample = prepare(place, tokenizer, model)
        export(model, place, tuple(torch.zeros_like(sample["input_ids"]) if name == "token_type_ids" else sample[name] for name in inputs), ["logits"], {0: "batch", 1: "length"}, inputs)
        if labels is FULLER:
            model.config.id2label = SIMPLER
        stride = min(64, longest // 4) if longest else None
        answer = hub.TokenClassificationPipeline(model=model, tokenizer=tokenizer, aggregation_strategy=aggregation, **({"stride": stride} if stride else {}))
        expected = []
        for text in TEXTS + ODD:
            places = tokenizer(text, return_offsets_mapping=True, add_special_tokens=False)["offset_mapping"]
            spans = [{"type": each["entity_group"], "score": float(each["score"]), "start": utf16(text, each["start"]), "end": utf16(text, each["end"])} for each in answer(text)]
            expected.append({"text": text, "aggregation": aggregation, "spans": spans, "places": [[utf16(text, start), utf16(text, end)] for start, end in places], "tokens": tokenizer(text, add_special_tokens=False)["input_ids"]})
        return expected

    return make


BERT = dict(max_position_embeddings=2048, num_labels=len(LABELS), id2label=LABELS, **SMALL)
TAGGING = dict(max_position_embeddings=2048, num_labels=len(TAGS), **SMALL)
ROBERTA = dict(max_position_embeddings=2048, pad_token_id=1, num_labels=len(LABELS), id2label=LABELS, **SMALL)

READERS = {
    "bert-classification": classifier(hub.BertConfig(**BERT), wordpiece, ("input_ids", "attention_mask", "token_type_ids")),
    "distilbert-many-labels": classifier(
        hub.DistilBertConfig(dim=16, n_layers=2, n_heads=2, hidden_dim=16, max_position_embeddings=2048, num_labels=4, id2label=LABELS, problem_type="multi_label_classification"),
        wordpiece, ("input_ids", "attention_mask"),
    ),
    "roberta-classification": classifier(hub.RobertaConfig(**ROBERTA), byte_level, ("input_ids", "attention_mask")),
    "xlm-roberta-classification": classifier(hub.XLMRobertaConfig(**ROBERTA), unigram, ("input_ids", "attention_mask")),
    "bert-tokens-simple": tagger(hub.BertConfig(**TAGGING), wordpiece, ("input_ids", "attention_mask", "token_type_ids"), "simple"),
    "bert-tokens-first": tagger(hub.BertConfig(**TAGGING), wordpiece, ("input_ids", "attention_mask"), "first"),
    "bert-tokens-average": tagger(hub.BertConfig(**TAGGING), wordpiece, ("input_ids", "attention_mask"), "average", longest=64),
    "bert-tokens-bioes": tagger(hub.BertConfig(**TAGGING), wordpiece, ("input_ids", "attention_mask"), "simple", FULLER),
    "roberta-tokens-max": tagger(hub.RobertaConfig(pad_token_id=1, **TAGGING), byte_level, ("input_ids", "attention_mask"), "max"),
    "xlm-roberta-tokens-simple": tagger(hub.XLMRobertaConfig(pad_token_id=1, **TAGGING), unigram, ("input_ids", "attention_mask"), "simple", longest=40),
    "bert-embedding": embedder(hub.BertConfig(max_position_embeddings=2048, **SMALL), wordpiece),
}
