import type { OcrDescription } from './dictionary';
import type { InputSection, OutputSection, TokensSection } from '../../manifest';

/** An input or output of a network that was found elsewhere. */
export interface FoundPort {
  name: string;
  /** ONNX Runtime's name of the element type, such as `float32`. */
  type: string;
  /** The size of each dimension; -1 if known only at run time. */
  shape: readonly number[];
  /** The operator that makes an output, such as `Softmax`. */
  operator?: string;
}

/** What is known of a model that was found elsewhere, before anything of it runs. */
export interface ModelFacts {
  /** The contents of `config.json`; empty if there is none. */
  config: Readonly<Record<string, unknown>>;
  /** The contents of `preprocessor_config.json`, if there is one. */
  preprocessor?: Readonly<Record<string, unknown>>;
  /** The contents of `tokenizer_config.json`, if there is one. */
  tokenizer?: Readonly<Record<string, unknown>>;
  /** The contents of `1_Pooling/config.json` of sentence-transformers, if there is one. */
  pooling?: Readonly<Record<string, unknown>>;
  /** Labels in the order of the classes: from `id2label`, a list of labels, or the network's metadata. */
  labels: readonly string[];
  /** The description from PaddleOCR, or from a dictionary beside the network. */
  ocr: OcrDescription;
  inputs: readonly FoundPort[];
  outputs: readonly FoundPort[];
  /** The ONNX file's metadata, by key. */
  metadata: Readonly<Record<string, string>>;
  /** The repository, and the path of the network in it. */
  network: string;
  /** Every file of the repository. */
  files: readonly string[];
}

/** The part of a `model.yaml` that says how to run the model. */
export interface ModelDraft {
  task: string;
  input?: Partial<InputSection> & Pick<InputSection, 'size' | 'resize'>;
  output?: Partial<OutputSection> & Pick<OutputSection, 'decoder'>;
  /** The named files are copied. */
  tokens?: Partial<TokensSection> & Pick<TokensSection, 'file'>;
  /** The two networks in one file whose vectors are compared. Each gets its own file. */
  towers?: TowersDraft;
  /** Labels in the order of the classes; default: the labels of the facts. */
  labels?: readonly string[];
  /** Sentences that users should read before they use the model. */
  notes?: readonly string[];
}

/** The places of the picture network and the text network in one file. */
export interface TowersDraft {
  pictures: TowerDraft;
  texts: TowerDraft;
  /** The output that compares a picture's vector with a text's vector. */
  similarity: string;
  /** How such numbers become probabilities: all labels share 1, or each has its own. */
  activation: 'softmax' | 'sigmoid';
  /** Sentences about a label, with `{}` in its place. */
  templates: string[];
}

/** One of two networks: its input, and the output with its vector. */
export interface TowerDraft {
  inputs: string[];
  vector: string;
}

/** A kind of network that `percept models add` recognizes. */
export interface ModelArchitecture {
  name: string;
  /**
   * Says how the model is run; undefined if it is of another kind.
   * @throws Error that says why a model of this kind cannot be run, and what to do.
   */
  recognize(facts: ModelFacts): ModelDraft | undefined;
}
