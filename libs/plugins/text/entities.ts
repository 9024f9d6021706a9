import { defineCapability, suggest } from '@percept/sdk';
import { ENTITIES_CHARACTERS, EntitiesInput } from './entities-input';
import { EntitiesOutput } from './entities-output';
import { findEntities } from './entities/find';
import { ENTITY_TYPES, type EntityType } from './entities/found';
import { openTagger } from './entities/tagger';
import { readText } from './read-text';
import { shippedModel } from './weights/folder';

/** Read once by each worker before its first call: the first text costs half a second. */
const WARM_UP =
  'On Monday, 5 June 2023 at 5pm Ada Lovelace of Acme Corp paid $1.2 billion (12 %) in London: https://example.com, +1 415 555 2671.';

/** Unknown types that a warning names. */
const MAX_NAMED = 10;

export const entities = defineCapability({
  id: 'text.entities',
  operation: 'findEntities',
  summary: 'Finds the people, organizations and places that a text names.',
  description:
    `Finds ${ENTITY_TYPES.join(', ')}. Persons, organisations and places by a model for English, dates and times in English; ` +
    'the other types by their form, in any language.',
  input: EntitiesInput,
  output: EntitiesOutput,
  deterministic: true,
  tasks: ['entity-recognition'],
  examples: [{ text: 'Ada Lovelace met Charles Babbage in London on 5 June 1833.', types: ['PERSON', 'LOCATION', 'DATE'] }],

  setup() {
    const model = shippedModel('entities-en');
    const tagger = openTagger(model.file);
    findEntities(readText(WARM_UP, ENTITIES_CHARACTERS), new Set(ENTITY_TYPES), tagger);
    return async ({ text, types }, { used }) => {
      const { wanted, unknown } = readTypes(types);
      const found = findEntities(readText(text, ENTITIES_CHARACTERS), wanted, tagger);
      used(model.identity);
      return {
        ...(unknown.length > 0 && { warnings: [unknownTypes(unknown)] }),
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
