import { suggest, parseDuration } from '../../kernel';
import type { DocNode, YamlEntry } from './document';
import type { Diagnostics } from './diagnostics';
import { NO_SECRETS } from './value-schema';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The fields of a map, read with their types. A value that does not fit is reported and reads as undefined. */
export class Fields {
  private readonly byName: Map<string, YamlEntry>;

  private constructor(
    readonly at: number,
    entries: YamlEntry[],
    private readonly diagnostics: Diagnostics,
  ) {
    this.byName = new Map(entries.map((entry) => [entry.key, entry]));
  }

  /** The fields of a value that must be a map. Reports any other value and returns undefined. */
  static of(node: DocNode, what: string, diagnostics: Diagnostics): Fields | undefined {
    if (node.kind === 'map') return new Fields(node.at, node.entries, diagnostics);
    diagnostics.add(node.at, `${what} must be a map of 'name: value' lines.`);
    return undefined;
  }

  /** Reports every unknown field, so that a typo is never ignored. @param what names the map, at the start of a sentence. */
  only(known: readonly string[], what: string): this {
    for (const { key, at } of this.byName.values()) {
      if (known.includes(key)) continue;
      this.diagnostics.add(at, `${what} has no '${key}'.${suggest(key, known) || ` Known: ${known.join(', ')}.`}`);
    }
    return this;
  }

  /** The fields of a nested map; undefined if there is none. */
  map(name: string): Fields | undefined {
    const entry = this.byName.get(name);
    return entry && Fields.of(entry.value, `'${name}'`, this.diagnostics);
  }

  has(name: string): boolean {
    return this.byName.has(name);
  }

  entry(name: string): YamlEntry | undefined {
    return this.byName.get(name);
  }

  get entries(): YamlEntry[] {
    return [...this.byName.values()];
  }

  /** @param value the only allowed value, if there is one. */
  require(name: string, what: string, value?: string | number): void {
    const shown = value === undefined ? name : `${name}: ${value}`;
    if (!this.byName.has(name)) this.diagnostics.add(this.at, `${what} needs '${shown}'.`);
  }

  text(name: string): string | undefined {
    return this.scalar(name, 'must be text', (value) => (typeof value === 'string' && value.trim() ? value : undefined));
  }

  integer(name: string, min: number, max: number): number | undefined {
    const fits = (value: unknown) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
    return this.scalar(name, `must be a whole number from ${min} to ${max}`, (value) =>
      fits(value) ? Number(value) : undefined,
    );
  }

  number(name: string): number | undefined {
    return this.scalar(name, 'must be a number', (value) => (Number.isFinite(value) ? Number(value) : undefined));
  }

  boolean(name: string): boolean | undefined {
    return this.scalar(name, 'must be true or false', (value) => (typeof value === 'boolean' ? value : undefined));
  }

  /** Milliseconds. */
  duration(name: string, maxMs: number): number | undefined {
    const read = (value: unknown) => (typeof value === 'string' ? parseDuration(value) : undefined);
    const fits = (ms: number | undefined) => (ms !== undefined && ms > 0 && ms <= maxMs ? ms : undefined);
    const most = maxMs < DAY_MS ? `${maxMs / HOUR_MS}h` : `${maxMs / DAY_MS}d`;
    return this.scalar(name, `must be a duration such as 500ms, 30s or 5m, and at most ${most}`, (value) => fits(read(value)));
  }

  oneOf<T extends string>(name: string, values: readonly T[]): T | undefined {
    return this.scalar(name, `must be one of ${values.join(', ')}`, (value) => values.find((each) => each === value));
  }

  texts(name: string): { value: string; at: number }[] {
    const entry = this.byName.get(name);
    if (!entry) return [];
    const items = entry.value.kind === 'list' ? entry.value.items : [entry.value];
    return items.flatMap((item) => {
      if (item.kind === 'scalar' && typeof item.value === 'string') return [{ value: item.value, at: item.at }];
      this.diagnostics.add(item.at, `'${name}' takes a name or a list of names.`);
      return [];
    });
  }

  /** Reports a value of the right type that does not fit, as "'name' rule." */
  refuse(name: string, rule: string): void {
    this.report(name, `'${name}' ${rule}.`);
  }

  /** Reports a mistake at the value of a field. */
  report(name: string, message: string): void {
    this.diagnostics.add(this.byName.get(name)!.value.at, message);
  }

  private scalar<T>(name: string, rule: string, read: (value: unknown) => T | undefined): T | undefined {
    const entry = this.byName.get(name);
    if (!entry) return undefined;
    const value = entry.value.kind === 'scalar' ? read(entry.value.value) : undefined;
    if (value === undefined) this.diagnostics.add(entry.value.at, `'${name}' ${rule}.`);
    return value;
  }
}

const SECRET_IN_TEXT = /\$\{\{(?:(?!\}\}).)*?(?<![\w.])secrets\b/s;

/** Reports each secret in a value that is used as written: nothing would replace the secret. */
export function refuseSecrets(node: DocNode, diagnostics: Diagnostics): void {
  if (node.kind === 'list') for (const item of node.items) refuseSecrets(item, diagnostics);
  else if (node.kind === 'map') for (const { value } of node.entries) refuseSecrets(value, diagnostics);
  else if (typeof node.value === 'string' && SECRET_IN_TEXT.test(node.value)) diagnostics.add(node.at, NO_SECRETS);
}

/** The value without its positions in the text, for values without expressions such as defaults. */
export function plainValue(node: DocNode): unknown {
  if (node.kind === 'list') return node.items.map(plainValue);
  if (node.kind === 'map') return Object.fromEntries(node.entries.map(({ key, value }) => [key, plainValue(value)]));
  return node.value;
}
