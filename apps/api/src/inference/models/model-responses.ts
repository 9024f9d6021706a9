import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  MaxLength,
  OrNull,
  IsListOf,
  IsNested,
  JSONSchema,
  IsTime,
} from '@percept/sdk/decorators';

const described = (description: string) => JSONSchema({ description });

/** A model in the list. Unknown fields of a broken model are null. */
export class ModelSummaryResponse {
  @IsString() name: string;
  @IsString() @OrNull() task: string | null;
  @IsString() @OrNull() version: string | null;
  @described(
    '`unprepared` waits for `percept models prepare`; of a `broken` one what was there before answers, if it has a version.',
  )
  @IsIn(['ready', 'unprepared', 'broken'])
  state: 'ready' | 'unprepared' | 'broken';
  @described('Whether it answers its task if a request names no model.') @IsBoolean() default: boolean;
  @described('Whether it was added here.') @IsBoolean() own: boolean;
  @described('Whether all projects have it; else it belongs to this one.') @IsBoolean() shared: boolean;
  @IsString() @OrNull() licence: string | null;
  @IsString() @OrNull() source: string | null;
  @described('SHA-256 of the weights, hex.') @IsString() @OrNull() digest: string | null;
  @described('Bytes of the weights.') @IsInt() @OrNull() bytes: number | null;
  @described('How many labels it knows.') @IsInt() @OrNull() labels: number | null;
  @described('Why a broken model is broken.') @IsString() @OrNull() reason: string | null;
}

/** An input or output of a network. */
class NetworkPortResponse {
  @IsString() name: string;
  @described('Of the Open Inference Protocol, such as `FP32`.') @IsString() datatype: string;
  @described('The size of each dimension; -1 for any.') @IsInt({ each: true }) @IsArray() shape: number[];
}

export class ModelResponse extends ModelSummaryResponse {
  @described('What its CARD.md says; null if there is none.') @IsString() @OrNull() card: string | null;
  @described('`onnxruntime_onnx` for a network that answers raw tensors at `/v2/models/{name}/infer`; else null.')
  @IsString()
  @OrNull()
  platform: string | null;
  @described('The version, as a list of one.') @IsString({ each: true }) @IsArray() versions: string[];
  @described('Versions of a taught model that `POST /v2/models/{name}/rollback` goes back to: the last five, highest first.')
  @IsString({ each: true })
  @IsArray()
  earlier_versions: string[];
  @IsListOf(() => NetworkPortResponse) inputs: NetworkPortResponse[];
  @IsListOf(() => NetworkPortResponse) outputs: NetworkPortResponse[];
}

/** The body of `POST /v2/models/{name}/rollback`. */
export class RollbackRequest {
  @described('The version to go back to; without, the one before.') @IsString() @MaxLength(20) @IsOptional() version?: string;
}

/** The body of `POST /v2/models/{name}/validate`. */
export class ModelManifestRequest {
  @described('The text of a model.yaml.') @IsString() @MaxLength(1_000_000) manifest: string;
}

const PULL_STATES = ['running', 'succeeded', 'failed'] as const;

/** The progress of a model's download. */
export class PullResponse {
  @described('Of the model.') @IsString() name: string;
  @IsIn(PULL_STATES) status: (typeof PULL_STATES)[number];
  @IsInt() bytes_done: number;
  @IsInt() bytes_total: number;
  @IsTime() started_at: string;
  @IsTime() @OrNull() ended_at: string | null;
  @described('Why it failed, and what to do. What has arrived is kept for the next try.')
  @IsString()
  @OrNull()
  reason: string | null;
}

/** A model that can be downloaded. */
export class CatalogueModelResponse {
  @IsString() name: string;
  @IsString() summary: string;
  @described('How it compares with the model that comes with Percept, and who measured it; null if nobody did that we know of.')
  @IsString()
  @OrNull()
  measured: string | null;
  @IsString() task: string;
  @IsString() licence: string;
  @described('What is fetched.') @IsInt() bytes: number;
  @described('Whether it is in your folder already.') @IsBoolean() present: boolean;
  @described('The latest pull of it, in the process that answers.')
  @IsNested(() => PullResponse)
  @OrNull()
  pull: PullResponse | null;
}
