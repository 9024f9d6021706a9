/** Schemas of the OpenAPI document as Python's types. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  format?: string;
  additionalProperties?: boolean | Schema;
}

const PLAIN: Record<string, string> = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' };
const CONSTANTS = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
]);
const IDENTIFIER = /^[A-Za-z_]\w*$/;
const KEYWORDS = new Set([
  'from',
  'in',
  'is',
  'class',
  'def',
  'not',
  'or',
  'and',
  'if',
  'for',
  'with',
  'as',
  'import',
  'global',
  'pass',
]);

export const isName = (name: string): boolean => IDENTIFIER.test(name) && !KEYWORDS.has(name);
export const refName = ($ref: string): string => $ref.split('/').at(-1)!;
const upper = (name: string): string =>
  name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
const literal = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value) : (CONSTANTS.get(value) ?? String(value));

/** The classes of all schemas, in a module's text. */
export class PythonTypes {
  private readonly written = new Map<string, string>();

  constructor(private readonly schemas: Record<string, Schema>) {
    for (const [name, schema] of Object.entries(schemas)) this.declare(name, schema);
  }

  text(): string {
    return [...this.written.values()].join('\n\n');
  }

  names(): string[] {
    return [...this.written.keys()];
  }

  /** The type of a schema; an object without a name gets one after where it is. */
  typeOf(schema: Schema, at: string): string {
    if (schema.$ref) return refName(schema.$ref);
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum) return schema.enum.length > 0 ? `Literal[${schema.enum.map(literal).join(', ')}]` : 'str';
    const some = schema.anyOf ?? (schema.properties ? undefined : schema.oneOf);
    if (some?.every((each) => each.$ref ?? each.type))
      return this.union(some.map((each, index) => this.typeOf(each, `${at}${index + 1}`)));
    const types = [schema.type ?? (schema.properties ? 'object' : [])].flat();
    if (types.length === 0) return 'Any';
    return this.union(types.map((type) => this.plainType(type, schema, at)));
  }

  private plainType(type: string, schema: Schema, at: string): string {
    if (schema.format === 'binary') return 'bytes';
    if (PLAIN[type]) return PLAIN[type];
    if (type === 'array') return `list[${schema.items ? this.typeOf(schema.items, at.replace(/s$/, '')) : 'Any'}]`;
    if (schema.properties && Object.keys(schema.properties).length > 0) return this.declare(at, schema);
    const { additionalProperties: values } = schema;
    return `dict[str, ${typeof values === 'object' ? this.typeOf(values, `${at}Value`) : 'Any'}]`;
  }

  private union(types: string[]): string {
    return [...new Set(types)].join(' | ');
  }

  /** Whether the client uploads a `Path` or bytes given as this parameter: the form of the operation has it as a file. */
  private isFile(name: string, field: string): boolean {
    const form = name.endsWith('Request') ? this.schemas[name.replace(/Request$/, 'Form')] : undefined;
    return form?.properties?.[field]?.format === 'binary';
  }

  private declare(name: string, schema: Schema): string {
    if (!schema.properties) {
      this.written.set(name, `${name}: TypeAlias = ${JSON.stringify(this.typeOf(schema, name))}\n`);
      return name;
    }
    const fields = Object.entries(schema.properties).map(([field, each]) => {
      const type = this.isFile(name, field) ? 'str | Path | bytes' : this.typeOf(each, `${name}${upper(field)}`);
      return [field, schema.required?.includes(field) ? type : `NotRequired[${type}]`] as const;
    });
    const doc = schema.description ? `    """${schema.description.replaceAll('\\', '\\\\').replaceAll('"""', "'''")}"""\n\n` : '';
    const asClass = `class ${name}(TypedDict):\n${doc}${fields.map(([field, type]) => `    ${field}: ${type}\n`).join('') || '    pass\n'}`;
    const asCall = `${name} = TypedDict(${JSON.stringify(name)}, {${fields.map(([field, type]) => `${JSON.stringify(field)}: ${JSON.stringify(type)}`).join(', ')}})\n`;
    this.written.set(name, fields.every(([field]) => isName(field)) ? asClass : asCall);
    return name;
  }
}
