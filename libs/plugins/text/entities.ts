import { defineCapability, suggest, type TimingRecorder } from '@percept/sdk';
import type { TokenClassifier } from '@percept/sdk/models';
import { EntitiesOutput } from './entities-output';
import { findEntities } from './entities/find';
import { ENTITY_TYPES } from './entities/found';
import type { TagWords } from './entities/names';
import { MAX_WORDS, openNameTagger, type TaggingReport } from './entities/name-tagger';
import { readText } from './read-text';
import type { Readable } from './reading/readable';
import { readingWarnings } from './reading-warnings';
import { ArrayNotEmpty, IsArray, IsOptional, IsString, JSONSchema, MinLength } from '@percept/sdk/decorators';

const ENTITIES_CHARACTERS = 100_000;

class EntitiesInput {
  @JSONSchema({ description: 'The text; plain or HTML.', minLength: 1, maxLength: ENTITIES_CHARACTERS })
  @IsString()
  text!: string;

  @JSONSchema({
    description: `Only entities of these types, of ${ENTITY_TYPES.join(', ')}; or of the model; all types by default. Other types find nothing, and \`warnings\` says so.`,
  })
  @IsArray()
  @ArrayNotEmpty()
  @IsString({ each: true })
  @IsOptional()
  types?: string[];

  @JSONSchema({
    description:
      '`entities` finds names in many languages. `entities-en` is some thirty times as fast, knows English, and finds fewer names.',
  })
  @IsString()
  @MinLength(1)
  model: string = 'entities';
}

/**
 * Each worker reads this text before its first call: the first text costs half a second. The encoder is loaded only for a text with
 * names.
 */
const WARM_UP =
  'On Monday, 5 June 2023 at 5pm Ada Lovelace of Acme Corp paid $1.2 billion (12 %) in London: https://example.com, +1 415 555 2671.';

/** The languages in which the names were measured, see docs/reference/quality.md. */
const NAMED_LANGUAGES = ['en', 'da', 'de', 'es', 'fr', 'hr', 'it', 'nl', 'pl', 'pt', 'sv'];

const CUT =
  `The names behind the first ${MAX_WORDS.toLocaleString('en')} words are those of a smaller model for English, which finds fewer: ` +
  'send the text in parts to have all of it read alike.';

/** The maximum number of unknown types that a warning names. */
const MAX_NAMED = 10;

export const entities = defineCapability({
  id: 'text.entities',
  operation: 'findEntities',
  summary: 'Finds the people, organizations and places that a text names.',
  description:
    `Finds ${ENTITY_TYPES.join(', ')}. It finds persons, organisations and places in languages with the Latin, Greek, ` +
    `Cyrillic, Arabic and Devanagari scripts; we measured ${NAMED_LANGUAGES.join(', ')}. It finds times in English, and the ` +
    'other types by their form, in any language.',
  input: EntitiesInput,
  output: EntitiesOutput,
  deterministic: true,
  tasks: ['entity-recognition', 'text-embedding', 'token-classification'],
  examples: [{ text: 'Ada Lovelace met Charles Babbage in London on 5 June 1833.', types: ['PERSON', 'LOCATION', 'DATE'] }],

  async setup({ model: open, network }) {
    const names = openNameTagger({ encoder: () => open('text-embedding'), network });
    await findEntities(readText(WARM_UP, ENTITIES_CHARACTERS), new Set(ENTITY_TYPES), names.fast);
    return async ({ text, types, model }, { used, timer }) => {
      const read = readText(text, ENTITIES_CHARACTERS);
      if (model !== 'entities' && model !== 'entities-en') {
        const finder = await open('token-classification', model);
        used(finder.identity);
        return answerTo(text, await findByModel(read, { finder, types, timer }));
      }
      const { wanted, unknown } = readTypes(types, ENTITY_TYPES);
      const report: TaggingReport = { known: 1, isCut: false, used };
      const tag: TagWords = model === 'entities-en' ? names.fast : (sentences) => names.tag(sentences, report);
      const found = await findEntities(read, wanted, tag);
      if (model === 'entities-en') used(names.fastIdentity);
      const warnings = [
        ...(unknown.length > 0 ? [unknownTypes(unknown, ENTITY_TYPES)] : []),
        ...readingWarnings(report),
        ...(report.isCut ? [CUT] : []),
      ];
      return answerTo(text, { found, warnings });
    };
  },
});

interface Answer {
  found: readonly { type: string; start: number; end: number; confidence: number }[];
  warnings: string[];
}

const answerTo = (text: string, { found, warnings }: Answer): EntitiesOutput => ({
  ...(warnings.length > 0 && { warnings }),
  entities: found.map(({ type, start, end, confidence }) => ({
    text: text.slice(start, end),
    type,
    confidence: Number(confidence.toFixed(4)),
    start,
    end,
  })),
});

/** The names that a model of the user finds, with the model's own types. No rules are applied. */
async function findByModel(
  read: Readable,
  { finder, types, timer }: { finder: TokenClassifier; types?: readonly string[]; timer: TimingRecorder },
): Promise<Answer> {
  const { wanted, unknown } = readTypes(types, finder.types);
  const [answer] = await finder.run([read.text], { timer });
  const found = answer!.spans
    .filter(({ type, start, end }) => wanted.has(type) && end > start)
    .map((span) => ({ ...span, ...read.place(span.start, span.end) }));
  return { found, warnings: unknown.length > 0 ? [unknownTypes(unknown, finder.types)] : [] };
}

/** The known types to find, and the unknown names: the list of types is open-ended, so they are not refused. */
function readTypes<T extends string>(
  names: readonly string[] | undefined,
  known: readonly T[],
): { wanted: Set<T>; unknown: string[] } {
  const toType = (name: string) => known.find((each) => each.toUpperCase() === name.trim().toUpperCase());
  return {
    wanted: new Set((names ?? known).flatMap((name) => toType(name) ?? [])),
    unknown: [...new Set(names)].filter((name) => !toType(name)),
  };
}

function unknownTypes(names: readonly string[], known: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).map((name) => {
    const hint = suggest(name.trim().toUpperCase(), known).trim();
    return `'${name.slice(0, 60)}'${hint && ` (${hint})`}`;
  });
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return `Nothing is found for the types ${shown.join(', ')}${more}. The types are ${known.join(', ')}.`;
}
