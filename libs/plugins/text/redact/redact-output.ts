import { IsArray, IsIn, IsInt, IsOptional, IsString, JSONSchema, Min, IsListOf, IsFraction } from '@percept/sdk/decorators';
import { ENTITY_TYPES, type EntityType } from '../entities/found';

export class TextRedaction {
  @IsIn(ENTITY_TYPES)
  kind!: EntityType;

  @JSONSchema({ description: 'Probability that it is of this kind.' })
  @IsFraction()
  confidence!: number;

  @JSONSchema({ description: 'Where it began in the text that was sent, in UTF-16 code units.' })
  @IsInt()
  @Min(0)
  start!: number;

  @JSONSchema({ description: 'Where it ended, exclusive.' })
  @IsInt()
  @Min(1)
  end!: number;

  @JSONSchema({ description: 'Where what replaces it begins in the answer.' })
  @IsInt()
  @Min(0)
  redacted_start!: number;

  @JSONSchema({ description: 'Where that ends, exclusive.' })
  @IsInt()
  @Min(0)
  redacted_end!: number;
}

export class TextRedactOutput {
  @JSONSchema({ description: 'The text without what was found.' })
  @IsString()
  text!: string;

  @JSONSchema({ description: 'What was replaced, in the order of the text. What it said is not repeated here.' })
  @IsListOf(() => TextRedaction)
  redactions!: TextRedaction[];

  @JSONSchema({ description: 'Why names may be left: the text is long, or in letters that the model does not know.' })
  @IsString({ each: true })
  @IsArray()
  @IsOptional()
  warnings?: string[];
}
