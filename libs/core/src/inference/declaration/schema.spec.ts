import { Type } from 'class-transformer';
import { IsArray, IsIn, IsInt, IsNumber, IsOptional, IsString, Max, Min, ValidateNested, ValidateBy } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { Alias } from '../../kernel/schema';
import { ImageInput } from './image-input';
import { OrNull, toJsonSchema, toOutputSchema, toReferringSchema } from '../../kernel/schema';

class Box {
  @JSONSchema({ description: 'Pixels.' }) @IsInt() @Min(0) width!: number;
}

class Found {
  @IsString() label!: string;
  @JSONSchema({ description: 'Where.' }) @ValidateNested() @Type(() => Box) box!: Box;
}

class Input extends ImageInput {
  @JSONSchema({ description: 'How sure.' }) @IsNumber() @Min(0) @Max(1) min_confidence = 0.6;
  @Alias('min_confidence') confidence_threshold?: number;
  @IsIn(['a', 'b'], { each: true }) @IsArray() @IsOptional() kinds?: string[];
  @IsInt() needed!: number;
}

class Output {
  @IsArray() @ValidateNested({ each: true }) @Type(() => Found) found!: Found[];
}

describe('the schema of a class', () => {
  const schema = toJsonSchema(Input);

  test('has the defaults of a new instance, and what has none and is not optional is required', () => {
    expect(schema.properties!.min_confidence).toEqual({
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: 'How sure.',
      default: 0.6,
    });
    expect(schema.required).toEqual(['needed']);
  });

  test('refuses what it does not know', () => {
    expect(schema.additionalProperties).toBe(false);
  });

  test('describes an alias like the parameter that it stands for, without a default', () => {
    expect(schema.properties!.confidence_threshold).toEqual({
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: 'Another name for `min_confidence`.',
    });
  });

  test('puts what is inherited first and asks for exactly one image', () => {
    expect(Object.keys(schema.properties!)).toEqual([
      'image',
      'image_url',
      'image_data',
      'min_confidence',
      'kinds',
      'needed',
      'confidence_threshold',
    ]);
    expect(schema.oneOf).toEqual([{ required: ['image'] }, { required: ['image_url'] }, { required: ['image_data'] }]);
  });

  test('writes nested classes out, so that no reference dangles', () => {
    const output = toJsonSchema(Output);
    expect(JSON.stringify(output)).not.toContain('$ref');
    expect(output.properties!.found).toEqual({
      type: 'array',
      items: {
        type: 'object',
        properties: {
          label: { type: 'string' },
          box: {
            type: 'object',
            properties: { width: { type: 'integer', minimum: 0, description: 'Pixels.' } },
            required: ['width'],
            additionalProperties: false,
            description: 'Where.',
          },
        },
        required: ['label', 'box'],
        additionalProperties: false,
      },
    });
  });

  test('of an answer has the time that the host adds', () => {
    const output = toOutputSchema({ output: Output });
    expect(output.properties!.processing_time_ms).toMatchObject({ type: 'integer', minimum: 0 });
    expect(output.required).toEqual(['found', 'processing_time_ms']);
    expect(toJsonSchema(Output).required).toEqual(['found']);
  });

  test('that contains itself is refused instead of running for ever', () => {
    class Tree {
      @ValidateNested() @Type(() => Tree) @IsOptional() left?: Tree;
    }
    expect(() => toJsonSchema(Tree)).toThrow(/contains itself/);
  });

  test('takes the type from the description where a decorator of its own checks a property', () => {
    class Own {
      @JSONSchema({ type: 'array', items: { type: 'string' } })
      @ValidateBy({ name: 'own', validator: { validate: () => true } })
      names!: string[];
    }
    expect(toJsonSchema(Own).properties).toEqual({ names: { type: 'array', items: { type: 'string' } } });
  });

  test('of a class without properties is an empty object', () => {
    class Nothing {}
    expect(toJsonSchema(Nothing)).toEqual({ type: 'object', properties: {}, additionalProperties: false });
  });
});

test('what may be null is always there, and says so: texts, choices, nested objects and references', () => {
  class Part {
    @IsInt() size!: number;
  }
  class Answer {
    @IsString() @OrNull() text!: string | null;
    @IsIn(['a', 'b']) @OrNull() choice!: 'a' | 'b' | null;
    @ValidateNested() @Type(() => Part) @OrNull() part!: Part | null;
    @IsString() @IsOptional() absent?: string;
  }
  const { properties, required } = toJsonSchema(Answer);
  expect(required).toEqual(['text', 'choice', 'part']);
  expect(properties).toMatchObject({ text: { type: ['string', 'null'] }, choice: { enum: ['a', 'b', null] } });
  expect(properties!['part']).toMatchObject({ type: ['object', 'null'], properties: { size: { type: 'integer' } } });
  const referring = toReferringSchema(Answer, () => ({ $ref: '#/Part' })).properties!['part'];
  expect(referring).toMatchObject({ anyOf: [{ $ref: '#/Part' }, { type: 'null' }] });
});
