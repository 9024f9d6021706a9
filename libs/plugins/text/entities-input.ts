import { ArrayNotEmpty, IsArray, IsIn, IsOptional, IsString, JSONSchema } from '@percept/sdk/decorators';
import { ENTITY_TYPES } from './entities/found';

export const ENTITIES_CHARACTERS = 100_000;

/** What may find the names, the default first. */
export const ENTITY_MODELS = ['entities', 'entities-en'] as const;
export type EntityModel = (typeof ENTITY_MODELS)[number];

export class EntitiesInput {
  @JSONSchema({ description: 'The text; plain or HTML.', minLength: 1, maxLength: ENTITIES_CHARACTERS })
  @IsString()
  text!: string;

  @JSONSchema({
    description: `Only entities of these types, of ${ENTITY_TYPES.join(', ')}; all types by default. Other types find nothing, and \`warnings\` says so.`,
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
  @IsIn(ENTITY_MODELS)
  model: EntityModel = 'entities';
}
