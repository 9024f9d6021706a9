import { IsArray, IsInt, IsOptional, IsString, Min, JSONSchema, IsListOf, IsFraction } from '@percept/sdk/decorators';
import { ENTITY_TYPES } from './entities/found';

export class Entity {
  @JSONSchema({ description: 'The entity, as written in the text.' })
  @IsString()
  text!: string;

  @JSONSchema({ description: `One of ${ENTITY_TYPES.join(', ')}, or a type of the model.` })
  @IsString()
  type!: string;

  @JSONSchema({ description: 'Probability that it is an entity of this type with these boundaries.' })
  @IsFraction()
  confidence!: number;

  @JSONSchema({ description: 'Start of the text span, in UTF-16 code units.' })
  @IsInt()
  @Min(0)
  start!: number;

  @JSONSchema({ description: 'End of the text span, exclusive: `text.slice(start, end)` is the entity.' })
  @IsInt()
  @Min(1)
  end!: number;
}

export class EntitiesOutput {
  @JSONSchema({ description: 'The entities in the order of the text.' })
  @IsListOf(() => Entity)
  entities!: Entity[];

  @JSONSchema({
    description: 'What the answer leaves out and why, such as types that do not exist; absent if there is nothing to say.',
  })
  @IsArray()
  @IsString({ each: true })
  @IsOptional()
  warnings?: string[];
}
