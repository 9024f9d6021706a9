import { parseJson } from './exact-json';
import { isTooDeep, MAX_DEPTH, TOO_DEEP } from './json-depth';

/** Characters that are parsed at once: about a millisecond. */
const PIECE = 32 * 1024;
/** Characters that are scanned between two requests for a turn. */
const LOOKED_AT = 32 * 1024;

/** The text nests too deep. It is valid JSON up to there. */
export class JsonTooDeep extends SyntaxError {
  constructor() {
    super(`The JSON ${TOO_DEEP}.`);
  }
}

/** A list or an object that is still open at the current place. */
interface Open {
  isList: boolean;
  /** Where the value begins, and where its current member begins. */
  from: number;
  member: number;
  /** Where the members begin that are not parsed yet. */
  left: number;
  /** The parsed members; undefined while the value may still be parsed as a part of its parent. */
  value?: unknown[] | Record<string, unknown>;
  /** Whether the current member is parsed: only a comma or the end may follow. */
  isDone: boolean;
}

/**
 * `parseJson` for a text of megabytes, in pieces, so that others get their turn in between.
 * @param turn see `ThreadTurns.pass`.
 * @throws SyntaxError; JsonTooDeep for a text that nests deeper than 64 levels.
 */
export async function parseJsonInTurns(text: string, turn: () => Promise<void> | undefined): Promise<unknown> {
  const parser = new PieceParser(text);
  while (!parser.isOver) {
    parser.goOn();
    await turn();
  }
  return parser.value;
}

/** Finds where lists and objects begin and end, and lets `JSON.parse` read runs of their members. */
class PieceParser {
  value: unknown;
  isOver = false;
  private readonly open: Open[] = [];
  private at = 0;

  constructor(private readonly text: string) {
    if (text.length > PIECE && /^\s*[[{]/.test(text)) return;
    if (isTooDeep(text)) throw new JsonTooDeep();
    this.value = parseJson(text);
    this.isOver = true;
  }

  /** Does one piece of work. */
  goOn(): void {
    const { text } = this;
    for (const end = this.at + LOOKED_AT; this.at < end; this.at++) {
      if (this.at >= text.length) throw new SyntaxError('Unexpected end of JSON input');
      const sign = text[this.at]!;
      if (sign === '"') this.at = endOfString(text, this.at);
      else if (sign === '[' || sign === '{') this.begin(sign === '[');
      else if (sign === ',') this.endMember();
      else if (sign === ']' || sign === '}') {
        this.end(sign === ']');
        if (this.open.length > 0) continue;
        if (text.slice(this.at + 1).trim() !== '') throw unexpected(text, this.at + 1);
        this.isOver = true;
        return;
      }
    }
  }

  private begin(isList: boolean): void {
    const { at } = this;
    if (this.open.length >= MAX_DEPTH) throw new JsonTooDeep();
    if (this.open.at(-1)?.isDone) throw unexpected(this.text, at);
    this.open.push({ isList, from: at, member: at + 1, left: at + 1, isDone: false });
  }

  private endMember(): void {
    const top = this.open.at(-1)!;
    if (top.isDone) this.skip(top);
    else if (this.at - top.left > PIECE) this.read(top, this.at);
    top.member = this.at + 1;
    top.isDone = false;
  }

  private end(isList: boolean): void {
    const top = this.open.pop()!;
    if (top.isList !== isList) throw unexpected(this.text, this.at);
    const parent = this.open.at(-1);
    if (!top.value && parent) return;
    if (top.isDone) this.skip(top);
    else this.read(top, this.at, true);
    if (!parent) {
      this.value = top.value;
      return;
    }
    add(parent, this.text.slice(parent.member, top.from), top.value);
    parent.left = this.at + 1;
    parent.isDone = true;
  }

  /** Parses the remaining members up to `to`. */
  private read(top: Open, to: number, isLast = false): void {
    this.openUp(top);
    const piece = this.text.slice(top.left, to);
    const isEmpty = isLast && !top.value && piece.trim() === '';
    top.value ??= top.isList ? [] : {};
    if (!isEmpty) merge(top.value, piece, this.text, top.left);
    top.left = to + 1;
  }

  /** The parent can no longer be parsed at once, because its members before this one are parsed now. */
  private openUp(top: Open): void {
    for (const outer of this.open) {
      if (outer === top) return;
      outer.value ??= outer.isList ? [] : {};
      if (outer.member > outer.left) merge(outer.value, this.text.slice(outer.left, outer.member - 1), this.text, outer.left);
      outer.left = outer.member;
    }
  }

  /** Checks that nothing stands between a parsed member and the comma or the end. */
  private skip(top: Open): void {
    if (this.text.slice(top.left, this.at).trim() !== '') throw unexpected(this.text, top.left);
    top.left = this.at + 1;
  }
}

/** Adds members that are given as JSON text. */
function merge(value: unknown[] | Record<string, unknown>, piece: string, text: string, at: number): void {
  if (piece.trim() === '') throw unexpected(text, at);
  if (Array.isArray(value)) for (const each of parseJson(`[${piece}]`) as unknown[]) value.push(each);
  else for (const [name, each] of Object.entries(parseJson(`{${piece}}`) as object)) set(value, name, each);
}

/** Adds a parsed member. @param before the text before it: the name of a property. */
function add({ isList, value }: Open, before: string, each: unknown): void {
  if (isList) {
    if (before.trim() !== '') throw new SyntaxError('Unexpected text in JSON before a list or an object');
    (value as unknown[]).push(each);
    return;
  }
  const named = parseJson(`{${before}0}`) as object;
  for (const name of Object.keys(named)) set(value as Record<string, unknown>, name, each);
}

/** Sets a property of any name, even `__proto__`, as `JSON.parse` does. */
function set(value: Record<string, unknown>, name: string, each: unknown): void {
  Object.defineProperty(value, name, { value: each, enumerable: true, configurable: true, writable: true });
}

/** @param from the position of the opening quote. @returns the position of the closing quote. */
function endOfString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote;
    while (text[before - 1] === '\\') before--;
    if ((quote - before) % 2 === 0) return quote;
  }
  return text.length;
}

const unexpected = (text: string, at: number): SyntaxError =>
  new SyntaxError(`Unexpected ${at < text.length ? 'text' : 'end'} in JSON at position ${at}`);
