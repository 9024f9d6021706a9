import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  parseDocument,
  Parser,
  type Document,
  type Node as YamlNode,
  type Pair,
  type YAMLError,
} from 'yaml';
import { Diagnostics } from './diagnostics';

const MAX_SOURCE_BYTES = 64 * 1024;
const MAX_NODES = 10_000;
const MAX_DEPTH = 32;
/** A level takes up to two entries on the parser's stack. */
const MAX_STACK = 2 * MAX_DEPTH + 4;

export interface YamlEntry {
  key: string;
  /** Offset of the key. */
  at: number;
  value: DocNode;
}
interface MapNode {
  kind: 'map';
  at: number;
  entries: YamlEntry[];
}
interface ListNode {
  kind: 'list';
  at: number;
  items: DocNode[];
}
export interface ScalarNode {
  kind: 'scalar';
  at: number;
  value: string | number | bigint | boolean | null;
  /** Offset of the text's first character if the source holds the text unchanged; undefined for folded or escaped text. */
  textAt: number | undefined;
}
/** A YAML value with its position in the text. Aliases are resolved. */
export type DocNode = MapNode | ListNode | ScalarNode;

interface ReadDocument {
  root: DocNode | undefined;
  diagnostics: Diagnostics;
}

/** Reads one YAML document. It never throws: it reports every mistake in the text. */
export function readYamlDocument(source: string, file: string): ReadDocument {
  const lineCounter = new LineCounter();
  const diagnostics = new Diagnostics(file, lineCounter);
  if (Buffer.byteLength(source) > MAX_SOURCE_BYTES) {
    diagnostics.add(
      0,
      `The file is larger than ${MAX_SOURCE_BYTES / 1024} KiB: a pipeline refers to its data, it does not contain them.`,
    );
    return { root: undefined, diagnostics };
  }
  if (nestsTooDeeply(source)) {
    diagnostics.add(0, `Nested deeper than ${MAX_DEPTH} levels.`);
    return { root: undefined, diagnostics };
  }
  try {
    const options = { lineCounter, prettyErrors: false, uniqueKeys: false, stringKeys: true, intAsBigInt: true };
    const document = parseDocument(source, options);
    const unquoted = document.errors.map(({ pos: [at] }) => unquotedExpression(source, at)).find((found) => found !== undefined);
    // The library reads the braces of an expression as maps, and reports each of them.
    if (unquoted) diagnostics.add(unquoted.at, unquoted.reason);
    // A tag that the library does not know, such as `!include`, is only a warning to it: the value would be taken as a text.
    else for (const each of [...document.errors, ...document.warnings]) diagnostics.add(each.pos[0], yamlReason(each));
    const root = diagnostics.any ? undefined : new Converter(source, document, diagnostics).root();
    return { root, diagnostics };
  } catch (error) {
    // The YAML library recurses: very deep nesting overflows the stack.
    const reason = error instanceof RangeError ? 'The nesting is too deep.' : `The YAML cannot be read: ${String(error)}`;
    diagnostics.add(0, reason);
    return { root: undefined, diagnostics };
  }
}

/**
 * Whether the nesting is too deep for the library, which composes values by recursion: a stack overflow inside a regular expression
 * ends the whole process. The library's parser has its own stack, which shows the depth first.
 */
function nestsTooDeeply(source: string): boolean {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(source)) {
    // The parser works while its tokens are read.
    Array.from(parser.next(lexeme));
    if (parser.stack.length > MAX_STACK) return true;
  }
  return false;
}

/** Finds an expression inside braces or brackets whose first brace is at an error. */
function unquotedExpression(source: string, at: number): { at: number; reason: string } | undefined {
  const [expression] = /^\$\{\{.*?\}\}/.exec(source.slice(at - 1).split('\n', 1)[0]!) ?? [];
  if (expression === undefined) return undefined;
  const quote = expression.includes('"') ? "'" : '"';
  return { at: at - 1, reason: `Quote an expression inside { } or [ ]: ${quote}${expression}${quote}.` };
}

function yamlReason({ code, message }: YAMLError): string {
  if (code === 'MULTIPLE_DOCS') return "A file holds one pipeline: remove the line '---' and what follows.";
  if (code === 'TAG_RESOLVE_FAILED') return `${message}. Values have no tags here: remove it, or quote the text.`;
  if (message.includes('call stack')) return 'The nesting is too deep.';
  if (/tabs?\b/i.test(message)) return `${message}: indent with spaces.`;
  return message.endsWith('.') ? message : `${message}.`;
}

/** Turns the library's bigint into a number, unless the number would round it. */
function exactValue(value: unknown): unknown {
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

class TooMuch extends Error {}

/** Converts the library's nodes into ours, within limits that also bound the expansion of aliases. */
class Converter {
  private nodes = 0;
  /** The anchors so far. Asking the library for each alias would search the whole document again. */
  private readonly anchors = new Map<string, YamlNode>();

  constructor(
    private readonly source: string,
    private readonly document: Document,
    private readonly diagnostics: Diagnostics,
  ) {}

  root(): DocNode | undefined {
    const contents = this.document.contents;
    if (!contents) {
      this.diagnostics.add(0, "The file is empty: a pipeline needs at least 'version: 1', 'name' and 'steps'.");
      return undefined;
    }
    try {
      return this.convert(contents, 0);
    } catch (error) {
      if (error instanceof TooMuch) return undefined;
      throw error;
    }
  }

  private convert(node: YamlNode | null, depth: number): DocNode {
    const at = node?.range?.[0] ?? 0;
    if (++this.nodes > MAX_NODES) this.refuse(at, `The text has more than ${MAX_NODES} values with its aliases expanded.`);
    if (depth > MAX_DEPTH) this.refuse(at, `The text nests deeper than ${MAX_DEPTH} levels with its aliases expanded.`);
    if (isAlias(node)) return { ...this.convert(this.anchored(node.source, at), depth + 1), at };
    if (node && 'anchor' in node && node.anchor) this.anchors.set(node.anchor, node);
    if (isMap(node)) return { kind: 'map', at, entries: this.entries(node.items as Pair<YamlNode, YamlNode | null>[], depth) };
    if (isSeq(node))
      return { kind: 'list', at, items: node.items.map((item) => this.convert(item as YamlNode | null, depth + 1)) };
    return this.scalar(node, at);
  }

  private anchored(name: string, at: number): YamlNode | null {
    const node = this.anchors.get(name);
    if (!node) this.diagnostics.add(at, `There is no anchor '&${name}' before this.`);
    return node ?? null;
  }

  private scalar(node: YamlNode | null, at: number): ScalarNode {
    const value = exactValue(isScalar(node) ? node.value : null);
    if (typeof value !== 'string') return { kind: 'scalar', at, value: value as ScalarNode['value'], textAt: undefined };
    const textAt = [at, at + 1].find((offset) => this.source.startsWith(value, offset));
    return { kind: 'scalar', at, value, textAt };
  }

  private entries(pairs: Pair<YamlNode, YamlNode | null>[], depth: number): YamlEntry[] {
    const seen = new Set<string>();
    return pairs.map((pair) => {
      const at = pair.key.range?.[0] ?? 0;
      const key = isScalar(pair.key) ? String(pair.key.value) : '';
      if (seen.has(key)) this.diagnostics.add(at, `The key '${key}' occurs twice.`);
      seen.add(key);
      const value = this.convert(pair.value, depth + 1);
      // An empty value has no own position.
      return { key, at, value: pair.value?.range ? value : { ...value, at } };
    });
  }

  private refuse(at: number, reason: string): never {
    this.diagnostics.add(at, reason);
    throw new TooMuch(reason);
  }
}
