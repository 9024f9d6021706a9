import { IsBoolean, IsIn, IsInt, IsObject, IsOptional, IsString, Min } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { ERRORS } from '../../kernel';
import { type Class, IsListOf, IsNested, IsTime } from '../../kernel/schema';

const RESULT_URL = { description: 'The URL of the result, which is too large for a webhook.' };

class EventModel {
  @IsString() name: string;
  @IsString() version: string;
  @JSONSchema({ description: 'SHA-256 of the weights.' }) @IsString() @IsOptional() digest?: string;
}

class FaultyField {
  @IsString() field: string;
  @IsString() reason: string;
}

class EventError {
  @IsIn(Object.keys(ERRORS)) code: string;
  @IsString() message: string;
  @IsNested(() => FaultyField) @IsOptional() details?: FaultyField;
}

/** Fields that every event may have. */
class AnyEvent {
  @JSONSchema({ description: 'True for a requested example event.' })
  @IsBoolean()
  @IsOptional()
  test?: boolean;
}

class Prediction extends AnyEvent {
  @IsString() capability: string;

  @JSONSchema({ description: 'A synchronous call, an asynchronous analysis, or the item of a pipeline run.' })
  @IsIn(['request', 'analysis', 'pipeline'])
  source: string;

  @IsString() @IsOptional() request_id?: string;
  @IsString() @IsOptional() analysis_id?: string;
  @IsString() @IsOptional() run_id?: string;
  @IsString() @IsOptional() pipeline?: string;
  @IsString() @IsOptional() step?: string;
  @IsString() @IsOptional() item?: string;
}

class PredictionCompleted extends Prediction {
  @IsListOf(() => EventModel) models: EventModel[];
  @JSONSchema({ description: 'The result came from the cache.' }) @IsBoolean() @IsOptional() cached?: boolean;
  @JSONSchema({ description: "The capability's result; absent where its caller got more than 1 MB." })
  @IsObject()
  @IsOptional()
  result?: object;

  @JSONSchema(RESULT_URL) @IsString() @IsOptional() result_url?: string;
}

class PredictionFailed extends Prediction {
  @IsInt() @Min(1) @IsOptional() attempts?: number;
  @IsBoolean() @IsOptional() cached?: boolean;
  @IsNested(() => EventError) error: EventError;
}

class Batch extends AnyEvent {
  @IsString() run_id: string;
  @IsString() pipeline: string;
  @IsString() revision: string;
}

class BatchStarted extends Batch {
  @IsObject() @IsOptional() inputs?: object;
  @JSONSchema(RESULT_URL) @IsString() @IsOptional() result_url?: string;
  @JSONSchema({ description: 'The failed items of an ended run.' }) @IsBoolean() @IsOptional() retry?: boolean;
}

class ItemTotals {
  @IsInt() @Min(0) total: number;
  @IsInt() @Min(0) succeeded: number;
  @IsInt() @Min(0) failed: number;
}

class BatchEnded extends Batch {
  @IsNested(() => ItemTotals) counts: ItemTotals;
  @JSONSchema({ description: 'From the start to the end of each attempt, summed.' }) @IsInt() @Min(0) duration_ms: number;
}

class WrittenOutput {
  @IsString() name: string;
  @IsString() path: string;
  @IsInt() @Min(0) rows: number;
}

class BatchCompleted extends BatchEnded {
  @IsIn(['succeeded', 'partial']) status: string;
  @IsListOf(() => WrittenOutput) @IsOptional() outputs?: WrittenOutput[];
  @JSONSchema(RESULT_URL) @IsString() @IsOptional() result_url?: string;
}

class BatchFailed extends BatchEnded {
  @IsIn(['failed', 'cancelled']) status: string;
  @IsString() error: string;
}

class PipelineNotification extends AnyEvent {
  @JSONSchema({ description: 'A step `notify` of a pipeline reports something.' }) @IsIn(['pipeline']) kind: 'pipeline';
  @IsString() run_id: string;
  @IsString() pipeline: string;
  @IsString() step: string;
  @JSONSchema({ description: 'The item of the step; empty outside a block.' }) @IsString() item: string;
  @IsString() title: string;
  @IsIn(['info', 'warning', 'error']) level: string;
  @IsString() @IsOptional() message?: string;
  @JSONSchema({ description: 'Values that the pipeline gave.' }) @IsObject() @IsOptional() data?: object;
}

class QuotaThresholdReached extends AnyEvent {
  @IsString() project_id: string;
  @JSONSchema({ description: 'The key; the id of the project where its own limit is reached.' }) @IsString() key_id: string;
  @JSONSchema({ pattern: String.raw`^\d{4}-\d{2}$` }) @IsString() month: string;
  @JSONSchema({ description: 'Percent of the limit.' }) @IsInt() threshold: number;
  @IsInt() @Min(0) used: number;
  @IsInt() @Min(0) limit: number;
  @IsTime() resets_at: string;
}

class WebhookDisabled extends AnyEvent {
  @JSONSchema({ description: 'Percept has disabled another endpoint of the project.' })
  @IsIn(['webhook_disabled'])
  kind: 'webhook_disabled';

  @IsString() webhook_id: string;
  @IsString() url: string;
  @IsString() reason: string;
}

interface EventDefinition {
  /** Increases when a field is removed or changes its meaning; new fields do not increase it. */
  version: number;
  meaning: string;
  /** One class, or a class for each `kind` of the data. */
  data: Class | readonly Class[];
}

/** The seven events. All lists of events derive from this one. */
export const EVENT_DEFINITIONS = {
  'prediction.completed': { version: 1, meaning: 'A capability has answered.', data: PredictionCompleted },
  'prediction.failed': {
    version: 1,
    meaning: 'A capability failed, and not by a mistake of the caller.',
    data: PredictionFailed,
  },
  'batch.started': { version: 1, meaning: 'A pipeline run was accepted.', data: BatchStarted },
  'batch.completed': { version: 1, meaning: 'A pipeline run has ended well, or with some failed items.', data: BatchCompleted },
  'batch.failed': { version: 1, meaning: 'A pipeline run failed or was cancelled.', data: BatchFailed },
  'quota.threshold_reached': {
    version: 1,
    meaning: 'A key, or a project, has used 80 or 100 % of its month.',
    data: QuotaThresholdReached,
  },
  'system.notification': {
    version: 1,
    meaning: 'Something deserves attention. `data.kind` says what: a pipeline reports something, or an endpoint was disabled.',
    data: [PipelineNotification, WebhookDisabled],
  },
} satisfies Record<string, EventDefinition>;

/** Values of `data.kind` in a `system.notification`. */
export const NOTIFICATION_KINDS = ['pipeline', 'webhook_disabled'] as const;

export type EventType = keyof typeof EVENT_DEFINITIONS;
export const EVENT_TYPES = Object.keys(EVENT_DEFINITIONS) as readonly EventType[];
