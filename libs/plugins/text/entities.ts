import { defineCapability, suggest, PerceptError } from '@percept/sdk';
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
      const wanted = new Set(types?.map(typeOf) ?? ENTITY_TYPES);
      const found = findEntities(readText(text, ENTITIES_CHARACTERS), wanted, tagger);
      used(model.identity);
      return {
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

/** @throws PerceptError INVALID_REQUEST with the nearest type and all of them. */
function typeOf(name: string): EntityType {
  const plain = name.trim().toUpperCase();
  const type = ENTITY_TYPES.find((each) => each === plain);
  if (type) return type;
  const hint = suggest(plain, ENTITY_TYPES);
  throw PerceptError.invalid(
    'types',
    `'${name.slice(0, 60)}' is not an entity type.${hint} The types are ${ENTITY_TYPES.join(', ')}.`,
  );
}
