import { fromKinds } from '../../../kernel';
import { itemSource, itemSources, type BlockSource } from '../../kinds';
import { RESERVED } from './drafts';
import { NAME } from '../inputs';
import type { BlockStep, Tolerance } from '../plan';
import type { Diagnostics } from '../../syntax/diagnostics';
import type { YamlEntry } from '../../syntax/document';
import { Fields } from '../../syntax/fields';
import { integer, readKeywords, text, value, type Keyword, type Keywords } from '../../syntax/keywords';
import { keyBelow } from '../../syntax/located';
import { compileTemplate, type TemplateContext } from '../../syntax/template';
import type { NameSchemas } from '../../syntax/value-schema';

/** The keywords of `for_each` that do not depend on the source. */
const ITEM_KEYWORDS = {
  as: text('The name of the item in expressions; `item` when absent.', 'name'),
  key: value('expression', { type: 'string' }, 'What identifies an item. Two items with the same key are one item.'),
  concurrency: integer(1, 256, 'Items in flight; as many as keep every worker busy when absent.'),
  tolerate: value(
    'count or share',
    { type: ['string', 'integer'] },
    'How many items may fail, such as 5 or 2%. When absent, some may fail, not all.',
  ),
};

/** The keywords of `for_each`: one of the sources with its options, and the shared ones. */
export const forEachKeywords = fromKinds((): Keywords & typeof ITEM_KEYWORDS => {
  const own = itemSources
    .values()
    .flatMap(({ name, keyword, options }) => Object.entries<Keyword>({ [name]: keyword, ...options }));
  return { ...Object.fromEntries(own), ...ITEM_KEYWORDS };
});

interface ForEach {
  as: string;
  /** The schemas of expressions, including the item. */
  schemas: NameSchemas;
  settings: Pick<BlockStep, 'source' | 'key' | 'concurrency' | 'tolerate'>;
}

export function readForEach(entry: YamlEntry, context: TemplateContext): ForEach {
  const { diagnostics, schemas } = context;
  const fields = Fields.of(entry.value, "'for_each'", diagnostics);
  if (!fields) return { as: 'item', schemas: new Map(schemas).set('item', {}), settings: { source: NOTHING } };
  const read = readKeywords(fields, forEachKeywords(), "'for_each'");
  const as = readAs(fields, read.as ?? 'item', schemas, diagnostics);
  const source = readSource(fields, context);
  const withItem = new Map(schemas).set(as, itemSources.get(source.kind)?.item ?? {});
  const key =
    read.key && compileTemplate(read.key.value, { ...context, schemas: withItem, place: keyBelow(context.place, 'key') });
  const { concurrency } = read;
  return { as, schemas: withItem, settings: { source, key, concurrency, tolerate: readTolerance(read.tolerate, diagnostics) } };
}

/** Stands for a source that was not given, or is not known. */
const NOTHING: BlockSource = { kind: '', value: { kind: 'constant', value: [] }, options: {} };

function readAs(fields: Fields, as: string, taken: NameSchemas, diagnostics: Diagnostics): string {
  const at = fields.entry('as')?.value.at ?? fields.at;
  if (!NAME.test(as)) diagnostics.add(at, `'${as}' is not a name: use letters, digits and _ only.`);
  else if (taken.has(as) || (as !== 'item' && RESERVED.includes(as))) diagnostics.add(at, `The name '${as}' is taken already.`);
  return as;
}

function readSource(fields: Fields, context: TemplateContext): BlockSource {
  const { diagnostics } = context;
  const known = itemSources.names();
  const given = known.filter((name) => fields.has(name));
  if (given.length !== 1) {
    const count = given.length === 0 ? 'none is' : `${given.length} are`;
    diagnostics.add(fields.at, `'for_each' needs exactly one of ${known.join(', ')}; ${count} given.`);
  }
  const [kind] = given;
  if (!kind) return NOTHING;
  const chosen = itemSource(kind);
  const entry = fields.entry(kind)!;
  const value = compileTemplate(entry.value, { ...context, place: keyBelow(context.place, kind) });
  const reason = value.kind === 'constant' ? chosen.validate?.(value.value) : undefined;
  if (reason) diagnostics.add(entry.value.at, `'${kind}' ${reason}.`);
  reportForeignOptions(fields, kind, diagnostics);
  const read = Object.entries(chosen.options).map(([name, option]) => [name, option.read(fields, name)]);
  return { kind, value, options: Object.fromEntries(read) as Record<string, unknown> };
}

/** Reports options that belong to other sources. */
function reportForeignOptions(fields: Fields, kind: string, diagnostics: Diagnostics): void {
  const sources = itemSources.values();
  const options = new Set(sources.flatMap((source) => Object.keys(source.options)));
  for (const option of options) {
    const entry = fields.entry(option);
    const owners = sources.filter((source) => option in source.options).map(({ name }) => name);
    if (entry && !owners.includes(kind)) diagnostics.add(entry.at, `'${option}' is for ${owners.join(', ')}.`);
  }
}

function readTolerance(entry: YamlEntry | undefined, diagnostics: Diagnostics): Tolerance | undefined {
  if (!entry) return undefined;
  const given = entry.value.kind === 'scalar' ? entry.value.value : undefined;
  if (Number.isInteger(given) && Number(given) >= 0) return { count: Number(given) };
  const share = typeof given === 'string' ? /^(\d{1,3}(?:\.\d+)?)\s*%$/.exec(given) : null;
  if (share && Number(share[1]) <= 100) return { percent: Number(share[1]) };
  diagnostics.add(entry.value.at, "'tolerate' must be a count such as 5, or a share such as 2%.");
  return undefined;
}
