import { ArrayNotEmpty, IsArray, IsOptional, IsString, JSONSchema, MinLength } from '@percept/sdk/decorators';
import { ENTITY_TYPES } from './entities/found';

export const ENTITIES_CHARACTERS = 100_000;

export class EntitiesInput {
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
