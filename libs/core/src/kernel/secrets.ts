import { DEFAULT_PROJECT } from './ids';

/** Minimum length of a value that is hidden: shorter ones are too common in texts. */
const SHORTEST_HIDDEN = 4;
const HIDDEN = '***';

const HOSTS = '_HOSTS';
const PROJECTS = '_PROJECTS';

/** A secret that a project keeps. */
export interface StoredSecret {
  name: string;
  value: string;
  /** Hosts that may receive the secret in a URL. With none, no call with a URL may contain it. */
  hosts: readonly string[];
}

/**
 * Values by name for the steps of pipelines. Beside a secret X, `X_HOSTS` lists the hosts that may receive it in a URL, and
 * `X_PROJECTS` the projects whose pipelines may use it. Printing it or writing it as JSON shows nothing.
 */
export class Secrets {
  /** The values that the operator set. */
  #values: ReadonlyMap<string, string>;
  #rules: ReadonlyMap<string, string[]>;
  /** The secrets of the run's project. They shadow the operator's. */
  #stored: ReadonlyMap<string, StoredSecret> = new Map();

  constructor(values: Iterable<readonly [string, string]> = []) {
    const all = new Map(values);
    const isRule = (name: string): boolean =>
      [HOSTS, PROJECTS].some((suffix) => name.endsWith(suffix) && all.has(name.slice(0, -suffix.length)));
    this.#values = new Map([...all].filter(([name]) => !isRule(name)));
    this.#rules = new Map([...all].filter(([name]) => isRule(name)).map(([name, text]) => [name, listed(text)]));
  }

  /** The values in a file with lines `NAME=value`; `#` begins a comment. */
  static inFile(text: string): [string, string][] {
    const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));
    return lines.map((line, index) => {
      const at = line.indexOf('=');
      if (at < 1) throw new Error(`the line ${index + 1} of the file of secrets is not of the form NAME=value`);
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    });
  }

  /** Secrets for plugins and pipelines, by name: `API_TOKEN` is the value of PERCEPT_SECRET_API_TOKEN. */
  static inEnvironment(environment: Record<string, string | undefined>): Record<string, string> {
    const found = Object.entries(environment).map(([name, value]) => [SECRET.exec(name)?.[1], value] as const);
    return Object.fromEntries(found.filter((pair): pair is [string, string] => pair[0] !== undefined && pair[1] !== undefined));
  }

  /** Adds a project's own secrets, for the runs of that project. */
  with(stored: readonly StoredSecret[]): Secrets {
    return this.#changed(this.#values, new Map(stored.map((each) => [each.name, each])));
  }

  /** The secrets of one step. Its result hides only these: hiding others would confirm somebody's guess of their values. */
  only(names: readonly string[]): Secrets {
    if (names.length === 0) return NO_SECRETS;
    const stored = [...this.#stored].filter(([name]) => names.includes(name));
    return this.#changed(new Map([...this.#values].filter(([name]) => names.includes(name))), new Map(stored));
  }

  #changed(values: ReadonlyMap<string, string>, stored: ReadonlyMap<string, StoredSecret>): Secrets {
    const changed = new Secrets();
    changed.#values = values;
    changed.#rules = this.#rules;
    changed.#stored = stored;
    return changed;
  }

  /**
   * The value for pipelines of the project. If the secret has no list of projects, only the first project gets it. If it has no
   * list of hosts, no other project gets it: nothing would limit where it may go.
   */
  get(name: string, projectId: string = DEFAULT_PROJECT): string | undefined {
    const stored = this.#stored.get(name);
    if (stored) return stored.value;
    const projects = this.#rules.get(name + PROJECTS) ?? [DEFAULT_PROJECT];
    const isGranted = projects.includes('*') || projects.includes(projectId);
    const isBound = projectId === DEFAULT_PROJECT || this.#rules.has(name + HOSTS);
    return isGranted && isBound ? this.#values.get(name) : undefined;
  }

  /** The hosts that may receive the secret in a URL, such as `api.example.com`, `*.example.com` or `10.0.0.5:8080`; undefined: no list is set. */
  hosts(name: string): readonly string[] | undefined {
    return this.#stored.get(name)?.hosts ?? this.#rules.get(name + HOSTS);
  }

  /** Says who can list a host for the secret, and how. */
  hostsFix(name: string): string {
    if (this.#stored.has(name)) return `an administrator of the project can name the host when setting ${name} again`;
    return `an operator can list the host in PERCEPT_SECRET_${name}_HOSTS`;
  }

  /** Blots out every secret in the text, also in its URL-encoded forms. */
  hide(text: string): string {
    let hidden = text;
    for (const value of [...this.#values.values(), ...[...this.#stored.values()].map((each) => each.value)]) {
      if (value.length < SHORTEST_HIDDEN) continue;
      for (const form of formsOf(value)) hidden = hidden.replaceAll(form, HIDDEN);
    }
    return hidden;
  }

  /** Blots out every secret in a JSON value. */
  hideIn<T>(value: T): T {
    return this.#values.size + this.#stored.size === 0 ? value : (this.#hideIn(value) as T);
  }

  #hideIn(value: unknown): unknown {
    if (typeof value === 'string') return this.hide(value);
    if (typeof value === 'number' || typeof value === 'bigint')
      return this.hide(String(value)) === String(value) ? value : HIDDEN;
    if (Array.isArray(value)) return value.map((each) => this.#hideIn(each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [this.hide(key), this.#hideIn(each)]));
  }
}

const NO_SECRETS = new Secrets();

/** The forms of the value in JSON, in a query, in a path and as a host name. */
function formsOf(value: string): Set<string> {
  const form = new URLSearchParams([['', value]]).toString().slice(1);
  const path = new URL(`http://host/?${value.replaceAll('#', '%23')}`).search.slice(1);
  return new Set([value, JSON.stringify(value).slice(1, -1), form, form.replaceAll('+', '%20'), path, value.toLowerCase()]);
}

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '');

/** Environment variables that hold a secret. */
export const SECRET = /^PERCEPT_SECRET_(\w+)$/;
