import { suggest } from '../../kernel';
import { ROWS_KEYWORD } from '../../inference/declaration';
import { children, ExpressionError, type Ast } from '../../expressions';

/** The part of JSON Schema that says which properties a value has. */
export interface PropertySchema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, PropertySchema>;
  additionalProperties?: boolean | PropertySchema;
  items?: PropertySchema | PropertySchema[];
  required?: string[];
  oneOf?: PropertySchema[];
  [keyword: string]: unknown;
}

/** What is known about a name that an expression may use. */
export interface ValueSchema {
  schema?: PropertySchema;
  /** Where `$ref` points into; the schema itself when absent. */
  root?: PropertySchema;
}
export type NameSchemas = ReadonlyMap<string, ValueSchema>;

/** `{a: 'string'}` → the schema of an object with exactly these properties. */
export function objectSchema(properties: Record<string, string | PropertySchema>): ValueSchema {
  const schemas = Object.entries(properties).map(([name, type]) => [name, typeof type === 'string' ? { type } : type] as const);
  return { schema: { type: 'object', properties: Object.fromEntries(schemas) } };
}

const LOOPS = ['map', 'filter', 'all', 'exists', 'exists_one'];

/** List methods that return some of the list's elements. */
const SELECTIONS = ['filter', 'sort', 'sortBy', 'reverse', 'distinct', 'slice'];

/** Elsewhere a pipeline could cut a secret into pieces and store them. */
export const NO_SECRETS =
  "A secret can be used only in a parameter that accepts secrets, such as 'url', 'query', 'headers', 'json' and 'body' of http.request, 'image_url' and 'video_url', and only if 'secrets: [NAME]' at the top of the pipeline lists it.";

/** What the top of a pipeline must say so that an expression may use a name. */
const AT_THE_TOP = new Map<string, (name: string) => string>([
  ['secrets', (name) => ` A secret must be in the list 'secrets: [${name}]' at the top of the pipeline.`],
  ['inputs', (name) => ` An input must be in the map 'inputs: { ${name}: { type: string } }' at the top of the pipeline.`],
]);

/** The rows of a step, if the expression is only their name. */
export function rowsNamed(ast: Ast): { step: string; field: string } | undefined {
  if (ast.op !== '.') return undefined;
  const [of, field] = ast.args;
  return of.op === 'id' ? { step: of.args, field } : undefined;
}

/** Checks the names and properties of an expression against the known schemas. */
export class NameCheck {
  /** The names that the expression refers to. */
  readonly names = new Set<string>();

  /** @throws ExpressionError at the first unknown name or property, with the nearest known one. */
  visit(ast: Ast, schemas: NameSchemas): ValueSchema {
    switch (ast.op) {
      case 'id':
        return this.name(ast, schemas);
      case '.':
        return this.property(ast, schemas);
      case '[]':
        return this.index(ast, schemas);
      case 'rcall':
        return this.method(ast, schemas);
      default:
        for (const child of children(ast)) this.visit(child, schemas);
        return {};
    }
  }

  private name(ast: Ast, schemas: NameSchemas): ValueSchema {
    const name = ast.args as unknown as string;
    const shape = schemas.get(name);
    if (!shape && name === 'secrets') throw new ExpressionError(NO_SECRETS, ast.start);
    if (!shape)
      throw new ExpressionError(
        `Nothing is called '${name}' here.${hint(
          name,
          [...schemas.keys()].filter((known) => known !== ''),
        )}`,
        ast.start,
      );
    this.names.add(name);
    return shape;
  }

  private property(ast: Ast, schemas: NameSchemas): ValueSchema {
    const [of, name] = ast.args as unknown as [Ast, string];
    const owner = resolve(this.visit(of, schemas));
    const known = owner.schema?.properties;
    if (!known || owner.schema?.additionalProperties) return {};
    const schema = Object.hasOwn(known, name) ? known[name] : undefined;
    const top = of.op === 'id' ? AT_THE_TOP.get(of.args)?.(name) : undefined;
    if (!schema) throw new ExpressionError(`There is no '${name}' here.${hint(name, Object.keys(known), top)}`, ast.pos);
    if (schema[ROWS_KEYWORD] === true && of.op === 'id') this.names.add(`${of.args}.${name}`);
    return { schema, root: owner.root };
  }

  private index(ast: Ast, schemas: NameSchemas): ValueSchema {
    const [of, at] = ast.args as unknown as [Ast, Ast];
    const owner = resolve(this.visit(of, schemas));
    this.visit(at, schemas);
    return itemsOf(owner);
  }

  private method(ast: Ast, schemas: NameSchemas): ValueSchema {
    const [name, receiver, given] = ast.args as unknown as [string, Ast, Ast[]];
    const owner = resolve(this.visit(receiver, schemas));
    const [variable, ...bodies] = given;
    if (!LOOPS.includes(name) || variable?.op !== 'id') {
      for (const each of given) this.visit(each, schemas);
      return SELECTIONS.includes(name) ? owner : {};
    }
    const inside = new Map(schemas).set(variable.args, itemsOf(owner));
    const loop = new NameCheck();
    for (const body of bodies) loop.visit(body, inside);
    for (const used of loop.names) if (used !== variable.args) this.names.add(used);
    return SELECTIONS.includes(name) ? owner : {};
  }
}

/** @param remedy the sentence to add where no known name is similar. */
function hint(name: string, known: string[], remedy = ''): string {
  const list = known.length === 0 ? '' : ` Known: ${known.slice(0, 12).join(', ')}.`;
  return suggest(name, known) || list + remedy;
}

function itemsOf({ schema, root }: ValueSchema): ValueSchema {
  const items = schema?.items;
  return items && !Array.isArray(items) ? { schema: items, root } : {};
}

function resolve(shape: ValueSchema): ValueSchema {
  const root = shape.root ?? shape.schema;
  let schema = shape.schema;
  for (let hops = 0; schema?.$ref && hops < 8; hops++) schema = pointer(root, schema.$ref);
  return { schema, root };
}

function pointer(root: PropertySchema | undefined, reference: string): PropertySchema | undefined {
  let at: unknown = root;
  for (const part of reference.replace(/^#\//, '').split('/')) {
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, part) ? (at as Record<string, unknown>)[part] : undefined;
  }
  return at as PropertySchema | undefined;
}
