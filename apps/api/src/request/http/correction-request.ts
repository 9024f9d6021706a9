import { IsArray, IsString, MaxLength, MinLength, ArrayMaxSize, ArrayMinSize, ValidateBy, ValidateNested } from 'class-validator';
import { Type } from 'class-transformer';
import { JSONSchema } from 'class-validator-jsonschema';

const isScalar = (value: unknown): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value);

const SCALAR = {
  ...{ type: ['string', 'number', 'boolean', 'null'] },
  description: 'What is right; null: nothing is.',
} as object as Parameters<typeof JSONSchema>[0];

export class CorrectedValue {
  @JSONSchema({
    description:
      'Of the value, such as `fields.total.value` or `items[0].amount.value`; of an item of a run with the step before it.',
  })
  @IsString()
  @MinLength(1)
  @MaxLength(500)
  path!: string;

  @JSONSchema(SCALAR)
  @ValidateBy({
    name: 'isScalar',
    validator: { validate: isScalar, defaultMessage: () => 'must be a text, a number, true, false or null' },
  })
  value!: string | number | boolean | null;
}

/** The body of a correction. */
export class CorrectionRequest {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ValidateNested({ each: true })
  @Type(() => CorrectedValue)
  corrections!: CorrectedValue[];
}
