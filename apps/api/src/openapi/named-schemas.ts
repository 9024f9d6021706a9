import { exampleOf } from './example-of';
import { toReferringSchema } from '@percept/core';
import type { Class, JsonSchema } from '@percept/sdk';

const ROOT = '#/components/schemas/';

/** The named schemas of one document. A class that another one contains gets a name too, and is referred to. */
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

  /** The schema of a class, for a name that is not its own; its nested classes are named. */
  schemaOf(target: Class, owner: () => string): JsonSchema {
    return toReferringSchema(target, (nested) => this.refTo(nested, owner()));
  }

  /** Gives a schema a name, and returns a reference to it. @throws Error if another schema has the name. */
  add(name: string, schema: JsonSchema): JsonSchema {
    if (this.schemas.has(name)) throw new Error(`Two schemas of the document are called ${name}: rename a class.`);
    this.schemas.set(name, schema);
    return { $ref: ROOT + name };
  }

  /** Gives a schema with a name an example, if it has none. */
  exemplify(schema: JsonSchema, example?: unknown): void {
    const named = this.resolve(schema);
    named['examples'] ??= [example ?? exampleOf(named, (each) => this.resolve(each))];
  }

  /** What these parts of a document refer to, by the alphabet: a document that is read again has the same order. */
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

  /** Answers may get further fields, so that a client must not refuse them; what these parts refer to keeps refusing. */
  openAllBut(parts: unknown[]): void {
    const closed = this.reachableFrom(parts);
    for (const [name, { additionalProperties, ...schema }] of this.schemas)
      if (additionalProperties === false && !(name in closed)) this.schemas.set(name, schema);
  }

  resolve(schema: JsonSchema): JsonSchema {
    const { $ref } = schema;
    return typeof $ref === 'string' ? (this.schemas.get($ref.slice(ROOT.length)) ?? {}) : schema;
  }

  /** Plugins do not know of each other's names. */
  private free(name: string, owner: string): string {
    const isTaken = (each: string): boolean => this.schemas.has(each) || [...this.names.values()].includes(each);
    const wanted = isTaken(name) ? owner.replace(/(Request|Response)$/, '') + name : name;
    let free = wanted;
    for (let count = 2; isTaken(free); count++) free = `${wanted}${count}`;
    return free;
  }
}
