import { defineCapability, suggest } from '@percept/sdk';
import { ENTITIES_CHARACTERS, EntitiesInput } from './entities-input';
import { EntitiesOutput } from './entities-output';
import { findEntities } from './entities/find';
import { ENTITY_TYPES, type EntityType } from './entities/found';
import type { TagWords } from './entities/names';
import { MAX_WORDS, openNameTagger, type TaggingReport } from './entities/name-tagger';
import { readText } from './read-text';
import { scriptWarnings } from './unknown-script';

/** Read once by each worker before its first call: the first text costs half a second. The encoder waits for a text with names. */
const WARM_UP =
  'On Monday, 5 June 2023 at 5pm Ada Lovelace of Acme Corp paid $1.2 billion (12 %) in London: https://example.com, +1 415 555 2671.';

/** The languages that the names were measured in, see docs/reference/quality.md. */
const NAMED_LANGUAGES = ['en', 'da', 'de', 'es', 'fr', 'hr', 'it', 'nl', 'pl', 'pt', 'sv'];

const CUT =
  `The names behind the first ${MAX_WORDS.toLocaleString('en')} words are those of a smaller model for English, which finds fewer: ` +
  'send the text in parts to have all of it read alike.';

/** Unknown types that a warning names. */
const MAX_NAMED = 10;

export const entities = defineCapability({
  id: 'text.entities',
  operation: 'findEntities',
  summary: 'Finds the people, organizations and places that a text names.',
  description:
    `Finds ${ENTITY_TYPES.join(', ')}. Persons, organisations and places in the languages of the Latin, Greek, Cyrillic, Arabic and ` +
    `Devanagari scripts; measured are ${NAMED_LANGUAGES.join(', ')}. Times in English; the other types by their form, in any language.`,
  input: EntitiesInput,
  output: EntitiesOutput,
  deterministic: true,
  tasks: ['entity-recognition', 'text-embedding'],
  examples: [{ text: 'Ada Lovelace met Charles Babbage in London on 5 June 1833.', types: ['PERSON', 'LOCATION', 'DATE'] }],

  async setup({ model: open, network }) {
    const names = openNameTagger({ encoder: () => open('text-embedding'), network });
    await findEntities(readText(WARM_UP, ENTITIES_CHARACTERS), new Set(ENTITY_TYPES), names.fast);
    return async ({ text, types, model }, { used }) => {
      const { wanted, unknown } = readTypes(types);
      const report: TaggingReport = { known: 1, isCut: false, used };
      const tag: TagWords = model === 'entities-en' ? names.fast : (sentences) => names.tag(sentences, report);
      const found = await findEntities(readText(text, ENTITIES_CHARACTERS), wanted, tag);
      if (model === 'entities-en') used(names.fastIdentity);
      const warnings = [
        ...(unknown.length > 0 ? [unknownTypes(unknown)] : []),
        ...(scriptWarnings(report.known).warnings ?? []),
        ...(report.isCut ? [CUT] : []),
      ];
      return {
        ...(warnings.length > 0 && { warnings }),
        entities: found.map(({ type, start, end, confidence }) => ({
          text: text.slice(start, end),
          type,
          confidence: Number(confidence.toFixed(4)),
          start,
          end,
        })),
      };
    };
  },
});

/** The types to find, and the names that are none of them: the list of types is open-ended, so they are not refused. */
function readTypes(names: readonly string[] = ENTITY_TYPES): { wanted: Set<EntityType>; unknown: string[] } {
  const toType = (name: string) => ENTITY_TYPES.find((each) => each === name.trim().toUpperCase());
  return {
    wanted: new Set(names.flatMap((name) => toType(name) ?? [])),
    unknown: [...new Set(names)].filter((name) => !toType(name)),
  };
}

function unknownTypes(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).map((name) => {
    const hint = suggest(name.trim().toUpperCase(), ENTITY_TYPES).trim();
    return `'${name.slice(0, 60)}'${hint && ` (${hint})`}`;
  });
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return `Nothing is found for the types ${shown.join(', ')}${more}. The types are ${ENTITY_TYPES.join(', ')}.`;
}
