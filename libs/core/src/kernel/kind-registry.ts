let changes = 0;

/** The plugins' contributions of one kind, such as output formats, by the word that selects one in a pipeline. */
export class KindRegistry<T> {
  private readonly registered = new Map<string, { plugin: string; value: T }>();

  /** @param kind names one contribution in error messages. @param reserved the words with another meaning at the same place. */
  constructor(
    private readonly kind: string,
    private readonly reserved: readonly string[] = [],
  ) {}

  /** @throws Error that names the word, if it is taken. */
  add(plugin: string, name: string, value: T): void {
    const taken = this.registered.get(name);
    if (taken?.plugin === plugin) throw new Error(`it has the ${this.kind} '${name}' twice`);
    if (taken) throw new Error(`its ${this.kind} '${name}' is taken by the plugin '${taken.plugin}': give it another name`);
    if (this.reserved.includes(name))
      throw new Error(`its ${this.kind} cannot be called '${name}': this word has a meaning of its own, give it another name`);
    this.registered.set(name, { plugin, value });
    changes++;
  }

  /** Removes all contributions of the plugin. */
  removeAll(plugin: string): void {
    for (const [name, each] of this.registered) if (each.plugin === plugin) this.registered.delete(name);
    changes++;
  }

  has(name: string): boolean {
    return this.registered.has(name);
  }

  get(name: string): T | undefined {
    return this.registered.get(name)?.value;
  }

  /** The plugin that added the name. */
  pluginOf(name: string): string | undefined {
    return this.registered.get(name)?.plugin;
  }

  names(): string[] {
    return [...this.registered.keys()];
  }

  values(): T[] {
    return [...this.registered.values()].map(({ value }) => value);
  }
}

/** A value computed from the registered kinds. It is computed again only after a plugin changed them. */
export function fromKinds<T>(make: () => T): () => T {
  let [made, at] = [undefined as T | undefined, -1];
  return () => {
    if (at !== changes) [made, at] = [make(), changes];
    return made as T;
  };
}
