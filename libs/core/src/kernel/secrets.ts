/** Shorter values are too ordinary to be looked for in texts. */
const SHORTEST_HIDDEN = 4;
const HIDDEN = '***';

/** Values by name that steps of a pipeline may use. Nothing of it shows when it is printed or written as JSON. */
export class Secrets {
  readonly #values: ReadonlyMap<string, string>;

  constructor(values: Iterable<readonly [string, string]> = []) {
    this.#values = new Map(values);
  }

  get(name: string): string | undefined {
    return this.#values.get(name);
  }

  /** The text with every secret in it blotted out. */
  hide(text: string): string {
    let hidden = text;
    for (const value of this.#values.values()) {
      if (value.length >= SHORTEST_HIDDEN)
        hidden = hidden.replaceAll(value, HIDDEN).replaceAll(JSON.stringify(value).slice(1, -1), HIDDEN);
    }
    return hidden;
  }

  /** A JSON value with every secret in it blotted out. */
  hideIn<T>(value: T): T {
    if (this.#values.size === 0 || value === undefined) return value;
    const text = JSON.stringify(value);
    const hidden = this.hide(text);
    return hidden === text ? value : (JSON.parse(hidden) as T);
  }
}

/** The values of a file with a line `NAME=value` for each; `#` begins a comment. */
export function parseSecrets(text: string): [string, string][] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));
  return lines.map((line, index) => {
    const at = line.indexOf('=');
    if (at < 1) throw new Error(`the line ${index + 1} of the file of secrets is not of the form NAME=value`);
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
}
