import { normalized, sliceText, unchangedText, type AlignedText } from './normalized';
import type { TokenizerPart, Tokenizer, TokenizerPage } from './tokenizer';

/** A token with its place in the text, in UTF-16 units. */
export interface PlacedToken {
  id: number;
  token: string;
  start: number;
  end: number;
}

/** How the words of a pre-tokenizer are written, and how the ends of tokens are trimmed. */
export interface Writing {
  isBytes: boolean;
  isMetaspace: boolean;
  /** Blanks belong to no word. */
  skipsBlanks: boolean;
  /** Tokens begin and end without their blanks. `hasPrefix`: a blank was put before the text. */
  trim?: { hasPrefix: boolean };
}

const BLANK_SPLITTERS = ['WhitespaceSplit', 'Whitespace', 'BertPreTokenizer'];

export function writingFrom({ pre_tokenizer, post_processor }: TokenizerPage): Writing {
  const parts = flatten(pre_tokenizer, 'pretokenizers');
  const has = (...types: string[]) => parts.some(({ type = '' }) => types.includes(type));
  const trimming = flatten(post_processor, 'processors').find(
    ({ type = '', trim_offsets = true }) => ['ByteLevel', 'RobertaProcessing'].includes(type) && trim_offsets,
  );
  return {
    isBytes: has('ByteLevel'),
    isMetaspace: has('Metaspace'),
    skipsBlanks: has(...BLANK_SPLITTERS),
    ...(trimming && { trim: { hasPrefix: trimming.add_prefix_space ?? true } }),
  };
}

const flatten = (part: TokenizerPart | null | undefined, within: 'pretokenizers' | 'processors'): TokenizerPart[] =>
  !part ? [] : part.type === 'Sequence' ? (part[within] ?? []).flatMap((each) => flatten(each, within)) : [part];

/** The tokens of a text with their places as the Hub's tokenizers library gives them. The tokens themselves are the package's. */
export function tokensWithPlaces(tokenizer: Tokenizer, writing: Writing, text: string): PlacedToken[] {
  const found: PlacedToken[] = [];
  let at = 0;
  const sections = tokenizer.splitter_unnormalized.split(text);
  sections.forEach((section, index) => {
    const whole = unchangedText(section, at);
    at += section.length;
    if (section === '') return;
    const added = tokenizer.added_tokens_map.get(section);
    if (added) return void found.push(placed(section, added.id, whole));
    const trimmed = trimmedBeside(tokenizer, sections, index);
    const aligned = normalized(sliceText(whole, trimmed.from, trimmed.to), tokenizer.normalizer);
    found.push(...sectionTokens(tokenizer, { aligned, section: index, writing }));
  });
  return writing.trim ? found.map((token, number) => withoutBlanks(token, number, writing.trim!.hasPrefix)) : found;
}

/** An added token may take the blanks beside it. */
function trimmedBeside({ added_tokens_map: added }: Tokenizer, sections: readonly string[], index: number) {
  const section = sections[index]!;
  const [before, after] = [added.get(sections[index - 1] ?? ''), added.get(sections[index + 1] ?? '')];
  const to = after?.lstrip ? section.trimEnd().length : section.length;
  return { from: before?.rstrip ? Math.min(to, section.length - section.trimStart().length) : 0, to };
}

const placed = (token: string, id: number, { starts, ends }: AlignedText): PlacedToken => ({
  ...{ token, id },
  ...{ start: starts[0] ?? 0, end: ends.at(-1) ?? 0 },
});

interface Section {
  aligned: AlignedText;
  section: number;
  writing: Writing;
}

function sectionTokens(tokenizer: Tokenizer, { aligned, section, writing }: Section): PlacedToken[] {
  const found: PlacedToken[] = [];
  let at = 0;
  for (const part of tokenizer.splitter_normalized.split(aligned.text)) {
    const own = sliceText(aligned, at, at + part.length);
    at += part.length;
    const added = tokenizer.added_tokens_map.get(part);
    if (part === '') continue;
    if (added) found.push(placed(part, added.id, own));
    else found.push(...wordTokens(tokenizer, { aligned: own, section, writing }));
  }
  return found;
}

function wordTokens(tokenizer: Tokenizer, { aligned, section, writing }: Section): PlacedToken[] {
  const words = tokenizer.pre_tokenizer ? tokenizer.pre_tokenizer(aligned.text, { section_index: section }) : [aligned.text];
  let at = 0;
  return words.flatMap((word) => {
    const { spelled, from, isPrefixed } = find(word, aligned.text, { at, writing });
    at = from + spelled.length - (isPrefixed ? 1 : 0);
    const own = sliceText(aligned, from, at);
    if (isPrefixed) {
      own.starts.unshift(aligned.starts[from] ?? 0);
      own.ends.unshift(aligned.ends[from] ?? 0);
    }
    return piecesOf(tokenizer, word, { ...own, text: spelled }, writing);
  });
}

interface TokenPlace {
  /** The word as written in the characters of the text. */
  spelled: string;
  from: number;
  /** Whether the tokenizer adds a blank before the text. That blank gets the place of the first character. */
  isPrefixed: boolean;
}

function find(word: string, text: string, { at, writing }: { at: number; writing: Writing }): TokenPlace {
  const plain = writing.isBytes ? bytesFrom(word).toString('utf8') : word;
  const spelled = writing.isMetaspace ? plain.replaceAll('▁', ' ') : plain;
  let from = at;
  if (writing.skipsBlanks) while (/\s/.test(text[from] ?? '')) from++;
  if (text.startsWith(spelled, from)) return { spelled, from, isPrefixed: false };
  if (spelled.startsWith(' ') && text.startsWith(spelled.slice(1), from)) return { spelled, from, isPrefixed: true };
  const later = text.indexOf(spelled, from);
  if (later >= 0) return { spelled, from: later, isPrefixed: false };
  throw new Error(`The places of its tokens cannot be told: '${spelled.slice(0, 40)}' is not in the text.`);
}

/** Splits the word into its tokens: each takes as many characters, or bytes, as it has. */
function piecesOf(tokenizer: Tokenizer, word: string, own: AlignedText, { isBytes }: Writing): PlacedToken[] {
  const { model } = tokenizer;
  const tokens = model.encode([word]);
  const units = isBytes ? byteUnits(own.text) : undefined;
  const spelled = isBytes ? word : own.text.replaceAll(' ', word.includes('▁') ? '▁' : ' ');
  let at = 0;
  const found: (PlacedToken & { isUnknown: boolean })[] = [];
  for (const token of tokens) {
    const { from, to, isPart } = takes(model, { token, spelled, at, isFirst: at === 0, isOnly: tokens.length === 1 });
    at = isPart ? from : to;
    const [first, last] = units ? [units[from]!, units[to - 1]!] : [from, to - 1];
    const id = model.tokens_to_ids.get(token) ?? model.unk_token_id ?? 0;
    const isUnknown = id === model.unk_token_id;
    const before = found.at(-1);
    const [start, end] = [own.starts[first] ?? own.starts.at(-1) ?? 0, own.ends[last] ?? own.ends.at(-1) ?? 0];
    if (model.fuse_unk && isUnknown && before?.isUnknown) before.end = end;
    else found.push({ id, token, start, end, isUnknown });
  }
  return found;
}

interface Taking {
  token: string;
  spelled: string;
  at: number;
  isFirst: boolean;
  isOnly: boolean;
}

const BYTE = /^<0x[0-9A-F]{2}>$/;

interface Taken {
  from: number;
  to: number;
  /** Whether the token is a byte of a character, but not its last one. */
  isPart?: boolean;
}

function takes(model: Tokenizer['model'], { token, spelled, at, isFirst, isOnly }: Taking): Taken {
  const { continuing_subword_prefix: prefix, end_of_word_suffix: suffix } = model.config;
  const isUnknown = token === model.unk_token;
  // The word as a whole is unknown.
  if (isUnknown && isOnly && model.config.type !== 'BPE') return { from: at, to: spelled.length };
  const bare = !isFirst && prefix && token.startsWith(prefix) ? token.slice(prefix.length) : token;
  const surface = suffix && bare.endsWith(suffix) ? bare.slice(0, -suffix.length) : bare;
  const found = spelled.indexOf(surface, at);
  if (found >= 0 && !(isUnknown && found > at)) return { from: found, to: found + surface.length };
  const character = String.fromCodePoint(spelled.codePointAt(at) ?? 32);
  return { from: at, to: at + character.length, isPart: BYTE.test(token) && !isLastOf(token, character) };
}

const isLastOf = (token: string, character: string) => Buffer.from(character).at(-1) === Number.parseInt(token.slice(3, 5), 16);

/** For each byte, the UTF-16 unit at which its character begins. */
function byteUnits(text: string): number[] {
  const units: number[] = [];
  let unit = 0;
  for (const character of text) {
    for (let byte = Buffer.byteLength(character); byte > 0; byte--) units.push(unit);
    unit += character.length;
  }
  return units;
}

/** GPT-2's characters for bytes: printable bytes stay as they are, the others start from 256. */
const BYTES = new Map<string, number>();
for (let byte = 0, other = 256; byte < 256; byte++) {
  const isSeen = (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  BYTES.set(String.fromCharCode(isSeen ? byte : other++), byte);
}

const bytesFrom = (word: string): Buffer => Buffer.from(Array.from(word, (character) => BYTES.get(character) ?? 63));

function withoutBlanks(token: PlacedToken, number: number, hasPrefix: boolean): PlacedToken {
  const isBlank = (character: string) => character === 'Ġ' || /\s/.test(character);
  const characters = [...token.token];
  let leading = characters.findIndex((each) => !isBlank(each));
  if (leading < 0) leading = characters.length;
  const trailing = characters.length - 1 - characters.findLastIndex((each) => !isBlank(each));
  if (leading > 0 && (number === 0 || token.start === 0) && hasPrefix) leading--;
  const start = Math.min(token.start + leading, token.end);
  const end = trailing > 0 && token.end >= trailing ? Math.max(token.end - trailing, start) : token.end;
  return { ...token, start, end };
}
