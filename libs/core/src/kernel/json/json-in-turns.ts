import { parseJson } from './exact-json';
import { isTooDeep, MAX_DEPTH, TOO_DEEP } from './json-depth';

/** Characters that are parsed at once: about a millisecond. */
const PIECE = 32 * 1024;
/** Signs that are looked at between two questions for a turn. */
const LOOKED_AT = 32 * 1024;

/** The text is JSON, as far as it was read, and nests too deep. */
export class JsonTooDeep extends SyntaxError {
  constructor() {
    super(`The JSON ${TOO_DEEP}.`);
  }
}

/** A list or an object that is open at the place that was reached. */
interface Open {
  isList: boolean;
  /** Where the value begins, and where the member of it begins that is being read. */
  from: number;
  member: number;
  /** Its members from there on are not parsed yet. */
  left: number;
  /** Those that are; undefined while it may be parsed as a part of what it is in. */
  value?: unknown[] | Record<string, unknown>;
  /** The member that was reached is parsed: nothing may follow it but a comma or the end. */
  isDone: boolean;
}

/**
 * `parseJson` for a text of megabytes, in pieces: others have their turn in between.
 * @param turn see `ThreadTurns.pass`. @throws SyntaxError; JsonTooDeep for what nests deeper than 64 levels.
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

  /** A piece of work. */
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

  /** Parses the members that are left, up to here. */
  private read(top: Open, to: number, isLast = false): void {
    this.openUp(top);
    const piece = this.text.slice(top.left, to);
    const isEmpty = isLast && !top.value && piece.trim() === '';
    top.value ??= top.isList ? [] : {};
    if (!isEmpty) merge(top.value, piece, this.text, top.left);
    top.left = to + 1;
  }

  /** What this one is in can no longer be parsed at once: its members before this one are parsed. */
  private openUp(top: Open): void {
    for (const outer of this.open) {
      if (outer === top) return;
      outer.value ??= outer.isList ? [] : {};
      if (outer.member > outer.left) merge(outer.value, this.text.slice(outer.left, outer.member - 1), this.text, outer.left);
      outer.left = outer.member;
    }
  }

  /** Between a member that is parsed and the comma, or the end, there is nothing. */
  private skip(top: Open): void {
    if (this.text.slice(top.left, this.at).trim() !== '') throw unexpected(this.text, top.left);
    top.left = this.at + 1;
  }
}

/** Adds members as they are written. */
function merge(value: unknown[] | Record<string, unknown>, piece: string, text: string, at: number): void {
  if (piece.trim() === '') throw unexpected(text, at);
  if (Array.isArray(value)) for (const each of parseJson(`[${piece}]`) as unknown[]) value.push(each);
  else for (const [name, each] of Object.entries(parseJson(`{${piece}}`) as object)) set(value, name, each);
}

/** Adds a member that is parsed. @param before what is written before it: the name of a property. */
function add({ isList, value }: Open, before: string, each: unknown): void {
  if (isList) {
    if (before.trim() !== '') throw new SyntaxError('Unexpected text in JSON before a list or an object');
    (value as unknown[]).push(each);
    return;
  }
  const named = parseJson(`{${before}0}`) as object;
  for (const name of Object.keys(named)) set(value as Record<string, unknown>, name, each);
}

/** As `JSON.parse` does it: a property of that name, whatever the name is. */
function set(value: Record<string, unknown>, name: string, each: unknown): void {
  Object.defineProperty(value, name, { value: each, enumerable: true, configurable: true, writable: true });
}

/** @param from where the opening quote is. @returns where the closing one is. */
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
