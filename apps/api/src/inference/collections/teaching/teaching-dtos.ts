import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  Min,
  MinLength,
  ValidateNested,
  OrNull,
  Type,
  JSONSchema,
  IsTime,
} from '@percept/sdk/decorators';

/** The body of `POST /v2/collections/{id}/train`. */
export class TrainRequest {
  @JSONSchema({ description: 'Name of the model; the name of the collection if absent. A model that was taught is replaced.' })
  @IsString()
  @MinLength(1)
  @IsOptional()
  model?: string;

  @JSONSchema({
    description:
      'The part of a picture that the model looks at, as [left, top, width, height] in parts of its sides. Add the entries with the same part as `crop`.',
    examples: [[0.4, 0.2, 0.3, 0.5]],
  })
  @ArrayMinSize(4)
  @ArrayMaxSize(4)
  @IsNumber({}, { each: true })
  @Min(0, { each: true })
  @Max(1, { each: true })
  @IsArray()
  @IsOptional()
  region?: number[];

  @JSONSchema({
    description:
      'Cuts the kept pictures to `region` first: for entries that were added whole. Absent: they were added with that part.',
  })
  @IsBoolean()
  crop = false;

  @JSONSchema({ description: 'Replaces a model that was taught also where the new one is worse.' })
  @IsBoolean()
  force = false;
}

/** The body of `POST /v2/models/train`. */
export class TrainFromRequest extends TrainRequest {
  @JSONSchema({ description: 'Name or id of the collection whose labelled entries teach the model.' })
  @IsString()
  @MinLength(1)
  collection: string;
}

/** How well the model distinguishes a class from the others. */
export class TaughtClass {
  @IsString() label: string;
  @IsInt() entries: number;
  @JSONSchema({ description: 'Share of its entries that models named rightly which had not seen them.' })
  @IsNumber()
  recall: number;
}

/** Two classes that the model confuses. */
export class Confused {
  @JSONSchema({ description: 'What the entries are.' }) @IsString() label: string;
  @JSONSchema({ description: 'What the model takes them for.' }) @IsString() as: string;
  @JSONSchema({ description: 'Ids of the entries.' }) @IsString({ each: true }) @IsArray() entries: string[];
}

/** A model that was taught. */
export class TrainResponse {
  @JSONSchema({ description: 'For `model` of `vision.classify`, or of `text.classify` for a collection of texts.' })
  @IsString()
  model: string;
  @IsString() version: string;
  @JSONSchema({ type: 'array', items: { $ref: '#/components/schemas/TaughtClass' } }) @IsArray() classes: TaughtClass[];
  @JSONSchema({ description: 'Estimated share of new pictures or texts that the model names rightly, by cross-validation.' })
  @IsNumber()
  accuracy: number;
  @JSONSchema({ description: 'The accuracy lies between the two in 19 of 20 such collections (Wilson).' })
  @IsNumber({}, { each: true })
  @IsArray()
  interval: number[];
  @JSONSchema({ description: 'Share of the entries that the model takes for none of the classes.' }) @IsNumber() refused: number;
  @JSONSchema({
    type: 'array',
    items: { $ref: '#/components/schemas/Confused' },
    description: 'Classes that are confused, most often first.',
  })
  @IsArray()
  confused: Confused[];
  @JSONSchema({ description: 'What to look at: small classes, the same picture or text in two classes.' })
  @IsString({ each: true })
  @IsArray()
  warnings: string[];
  @IsInt() duration_ms: number;
}

const TRAINING_STATES = ['running', 'succeeded', 'failed', 'cancelled'] as const;
const TRAINING_STAGES = ['waiting', 'describing', 'learning'] as const;

/** The progress of a collection's latest teaching. */
export class TrainingResponse {
  @IsString() model: string;
  @IsIn(TRAINING_STATES) status: (typeof TRAINING_STATES)[number];
  @JSONSchema({
    description:
      '`describing` computes vectors of pictures that are cut, or of texts of no class; `learning` fits a model of each part, and one of all.',
  })
  @IsIn(TRAINING_STAGES)
  stage: (typeof TRAINING_STAGES)[number];
  @JSONSchema({ description: 'Pictures, texts or models that are done in this stage.' }) @IsInt() done: number;
  @JSONSchema({ description: 'All of this stage.' }) @IsInt() total: number;
  @JSONSchema({ description: 'The part that the kept pictures are cut to; null: they are not.' })
  @IsNumber({}, { each: true })
  @IsArray()
  @OrNull()
  region: number[] | null;
  @IsTime() started_at: string;
  @IsTime() @OrNull() ended_at: string | null;
  @JSONSchema({ description: 'What `POST …/train` answers.' })
  @ValidateNested()
  @Type(() => TrainResponse)
  @OrNull()
  result: TrainResponse | null;
  @JSONSchema({ description: 'Why it failed, or that it was cancelled.' }) @IsString() @OrNull() reason: string | null;
}
