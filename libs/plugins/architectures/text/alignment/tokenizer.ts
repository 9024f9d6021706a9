import * as tokenizers from '@huggingface/tokenizers';

/** A normalizer of the package; a sequence has several. */
export interface Normalizer {
  config: { type: string; content?: string; prepend?: string };
  normalizers?: (Normalizer | null)[];
  pattern?: RegExp | string | null;
  normalize(text: string): string;
}

/** A pre-tokenizer of the package. It splits a text into words, some of them written in other characters. */
type PreTokenizer = (text: string, options: { section_index: number }) => string[];

/**
 * The parts of a tokenizer that are used. The package's own types name their files without extensions, so they cannot be read here.
 */
export interface Tokenizer {
  encode(text: string, options: { add_special_tokens: boolean }): { ids: number[] };
  token_to_id(token: string): number | undefined;
  id_to_token(id: number): string | undefined;
  normalizer: Normalizer | null;
  pre_tokenizer: PreTokenizer | null;
  model: {
    config: { type?: string; continuing_subword_prefix?: string; end_of_word_suffix?: string };
    tokens_to_ids: Map<string, number>;
    unk_token?: string;
    unk_token_id?: number;
    fuse_unk: boolean;
    encode(words: string[]): string[];
  };
  added_tokens_map: Map<string, { id: number; lstrip: boolean; rstrip: boolean }>;
  splitter_unnormalized: { split(text: string): string[] };
  splitter_normalized: { split(text: string): string[] };
}

/** The part of a tokenizer's JSON that determines the places of its tokens. */
export interface TokenizerPage {
  model?: { unk_token?: string; unk_id?: number };
  pre_tokenizer?: TokenizerPart | null;
  post_processor?: TokenizerPart | null;
}

/** A part of a tokenizer, or a sequence of them. */
export interface TokenizerPart {
  type?: string;
  pretokenizers?: TokenizerPart[];
  processors?: TokenizerPart[];
  trim_offsets?: boolean;
  add_prefix_space?: boolean;
}

export const openTokenizer = (page: object, config: object): Tokenizer =>
  new (tokenizers as unknown as { Tokenizer: new (page: object, config: object) => Tokenizer }).Tokenizer(page, config);
