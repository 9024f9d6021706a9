import { exampleOf } from './example-of';
import { toReferringSchema } from '@percept/core';
import type { Class, JsonSchema } from '@percept/sdk';

const ROOT = '#/components/schemas/';

/** The named schemas of one document. Nested classes get names and references too. */
export class NamedSchemas {
  private readonly names = new Map<Class, string>();
  private readonly schemas = new Map<string, JsonSchema>();

  /** Names a class after itself, and returns a reference to it. */
  refTo(target: Class, owner = ''): JsonSchema {
    const known = this.names.get(target);
    if (known) return { $ref: ROOT + known };
    const name = this.free(target.name, owner);
    this.names.set(target, name);
    return this.add(
      name,
      this.schemaOf(target, () => name),
    );
  }

  /** The schema of a class that gets another name than its own. Its nested classes are named. */
  schemaOf(target: Class, owner: () => string): JsonSchema {
    return toReferringSchema(target, (nested) => this.refTo(nested, owner()));
  }

  /** Names a schema and returns a reference to it. @throws Error if another schema has the name. */
  add(name: string, schema: JsonSchema): JsonSchema {
    if (this.schemas.has(name)) throw new Error(`Two schemas of the document are called ${name}: rename a class.`);
    this.schemas.set(name, schema);
    return { $ref: ROOT + name };
  }

  /** Gives a named schema an example, if it has none. */
  exemplify(schema: JsonSchema, example?: unknown): void {
    const named = this.resolve(schema);
    named['examples'] ??= [example ?? exampleOf(named, (each) => this.resolve(each))];
  }

  /** The schemas that these parts of a document refer to, sorted by name, so that the order stays the same. */
  reachableFrom(parts: unknown[]): Record<string, JsonSchema> {
    const reached = new Map<string, JsonSchema>();
    const queue = [...parts];
    while (queue.length > 0) {
      for (const [, name] of JSON.stringify(queue.pop()).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
        const schema = this.schemas.get(name!);
        if (!schema || reached.has(name!)) continue;
        reached.set(name!, schema);
        queue.push(schema);
      }
    }
    return Object.fromEntries([...reached].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /**
   * Allows further fields in all schemas except those that these parts refer to, so that a client accepts answers with new fields.
   */
  openAllBut(parts: unknown[]): void {
    const closed = this.reachableFrom(parts);
    for (const [name, { additionalProperties, ...schema }] of this.schemas)
      if (additionalProperties === false && !(name in closed)) this.schemas.set(name, schema);
  }

  resolve(schema: JsonSchema): JsonSchema {
    const { $ref } = schema;
    return typeof $ref === 'string' ? (this.schemas.get($ref.slice(ROOT.length)) ?? {}) : schema;
  }

  /** Finds a free name, because plugins may use the same one. */
  private free(name: string, owner: string): string {
    const isTaken = (each: string): boolean => this.schemas.has(each) || [...this.names.values()].includes(each);
    const wanted = isTaken(name) ? owner.replace(/(Request|Response)$/, '') + name : name;
    let free = wanted;
    for (let count = 2; isTaken(free); count++) free = `${wanted}${count}`;
    return free;
  }
}
