import type { OcrDescription } from './dictionary';
import type { InputSection, OutputSection, TokensSection } from '../../manifest';

/** An input or output of a network that was found elsewhere. */
export interface FoundPort {
  name: string;
  /** Element type as ONNX Runtime calls it, such as `float32`. */
  type: string;
  /** The size of each dimension; -1 for one that is only known when it runs. */
  shape: readonly number[];
  /** The operator that makes an output, such as `Softmax`. */
  operator?: string;
}

/** What is known of a model that was found elsewhere, before anything of it runs. */
export interface ModelFacts {
  /** `config.json`; empty if there is none. */
  config: Readonly<Record<string, unknown>>;
  /** `preprocessor_config.json`, if there is one. */
  preprocessor?: Readonly<Record<string, unknown>>;
  /** `tokenizer_config.json`, if there is one. */
  tokenizer?: Readonly<Record<string, unknown>>;
  /** `1_Pooling/config.json` of sentence-transformers, if there is one. */
  pooling?: Readonly<Record<string, unknown>>;
  /** Labels in the order of the classes, from `id2label`, a list of labels, or what the network says of itself. */
  labels: readonly string[];
  /** What PaddleOCR, or a dictionary that lies with the network, says of it. */
  ocr: OcrDescription;
  inputs: readonly FoundPort[];
  outputs: readonly FoundPort[];
  /** What the ONNX file says of itself, by key. */
  metadata: Readonly<Record<string, string>>;
  /** Where it comes from, and the path of the network there. */
  network: string;
  /** Every file of the repository. */
  files: readonly string[];
}

/** What a `model.yaml` says of how a model is run. */
export interface ModelDraft {
  task: string;
  input?: Partial<InputSection> & Pick<InputSection, 'size' | 'resize'>;
  output?: Partial<OutputSection> & Pick<OutputSection, 'decoder'>;
  /** The files that it names are copied. */
  tokens?: Partial<TokensSection> & Pick<TokensSection, 'file'>;
  /** The two networks of a file whose vectors are compared: each gets a file of its own. */
  towers?: TowersDraft;
  /** In the order of the classes; those of the facts if absent. */
  labels?: readonly string[];
  /** What somebody should know before it is used: sentences. */
  notes?: readonly string[];
}

/** Where in a file the networks for pictures and for texts are. */
export interface TowersDraft {
  pictures: TowerDraft;
  texts: TowerDraft;
  /** The output that compares a vector of a picture with one of a text. */
  similarity: string;
  /** How such numbers become probabilities: all labels share 1, or each has its own. */
  activation: 'softmax' | 'sigmoid';
  /** What is said of a label, which `{}` stands for. */
  templates: string[];
}

/** One of two networks: what it takes, and the output with its vector. */
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
