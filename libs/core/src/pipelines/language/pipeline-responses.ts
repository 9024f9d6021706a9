import { IsArray, IsIn, IsInt, IsNumber, IsOptional, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { type BilledAccount } from '../../kernel';
import type { Diagnostic } from '../syntax/diagnostic';
import type { TriggerSpec } from './trigger-spec';
import { IsListOf, IsNested, IsTime, OrNull } from '../../kernel/schema';

const ANYTHING = {};

/** A mistake in a pipeline. */
class PipelineDiagnostic implements Diagnostic {
  @IsString() file: string;
  @JSONSchema({ description: 'From 1.' }) @IsInt() line: number;
  @JSONSchema({ description: 'From 1, in UTF-16 code units.' }) @IsInt() column: number;
  @JSONSchema({ description: 'What is wrong, how to fix it, and the nearest known name.' }) @IsString() message: string;
}

class Summary {
  @IsString() name: string;
  @IsString() @OrNull() description: string | null;
  @IsListOf(() => PipelineDiagnostic) findings: PipelineDiagnostic[];
}

export class PipelineSummaryResponse extends Summary {
  @JSONSchema({ description: 'Its file, or the name it was saved under.' }) @IsString() file: string;
}

class InputView {
  @IsString() name: string;
  @IsString() type: string;
  @IsString() @IsOptional() description?: string;
  @JSONSchema(ANYTHING) @IsOptional() default?: unknown;
  @IsNumber() @IsOptional() min?: number;
  @IsNumber() @IsOptional() max?: number;
  @JSONSchema({ items: ANYTHING }) @IsArray() @IsOptional() options?: readonly unknown[];
}

class NodeView {
  @IsString() id: string;
  @IsIn(['call', 'block']) kind: 'call' | 'block';
  @JSONSchema({ description: 'Its capability; for a block, the capabilities of its steps.' })
  @IsArray()
  @IsString({ each: true })
  uses: string[];
  @JSONSchema({ description: 'The steps of a block.' }) @IsArray() @IsString({ each: true }) steps: string[];
}

class EdgeView {
  @IsString() from: string;
  @IsString() to: string;
}

export class PipelineGraph {
  @IsListOf(() => NodeView) nodes: NodeView[];
  @IsListOf(() => EdgeView) edges: EdgeView[];
}

export class PipelineResponse extends Summary {
  @JSONSchema({ description: 'Its file; null if it was saved over HTTP.' }) @IsString() @OrNull() file: string | null;
  @JSONSchema({ description: 'SHA-256 of the text.' }) @IsString() revision: string;
  @JSONSchema({ description: 'The number of the revision; null for a file.' }) @IsInt() @OrNull() number: number | null;
  @JSONSchema({ description: 'The text.' }) @IsString() source: string;
  @IsListOf(() => InputView) inputs: InputView[];
  @JSONSchema({ description: 'Its steps and their dependencies; null if there are findings.' })
  @IsNested(() => PipelineGraph)
  @OrNull()
  graph: PipelineGraph | null;
}

export class SavedPipelineResponse {
  @IsString() name: string;
  @JSONSchema({ description: 'SHA-256 of the text.' }) @IsString() revision: string;
  @JSONSchema({ description: 'The number of the revision.' }) @IsInt() number: number;
}

export class PipelineRevisionResponse {
  @IsInt() number: number;
  @JSONSchema({ description: 'Null if it was deleted.' }) @IsString() @OrNull() revision: string | null;
  @IsString() @OrNull() source: string | null;
  @IsTime() created_at: string;
}

/** A served pipeline that has triggers. */
export interface ScheduledPipeline {
  /** The account that owns its runs and that they count against. */
  payer: BilledAccount;
  name: string;
  source: string;
  file: string;
  triggers: readonly TriggerSpec[];
}
