import type { Diagnostic } from './syntax/diagnostic';
import type { TriggerSpec } from './trigger-spec';

export interface PipelineSummary {
  name: string;
  description: string | null;
  file: string;
  findings: Diagnostic[];
}

export interface PipelineGraph {
  /** `uses` and `steps` of a block are those of its inner steps. */
  nodes: { id: string; kind: 'call' | 'block'; uses: string[]; steps: string[] }[];
  edges: { from: string; to: string }[];
}

/** A served pipeline as a whole. */
export interface PipelineResponse {
  name: string;
  description: string | null;
  /** Its file in the pipelines folder; null if it was saved over HTTP. */
  file: string | null;
  revision: string;
  /** Which of its revisions; null for a file. */
  number: number | null;
  source: string;
  inputs: {
    name: string;
    type: string;
    description?: string;
    default?: unknown;
    min?: number;
    max?: number;
    options?: readonly unknown[];
  }[];
  /** Null where there are findings. */
  graph: PipelineGraph | null;
  findings: Diagnostic[];
}

export interface SavedPipeline {
  name: string;
  revision: string;
  number: number;
  /** Whether there was none of that name before. */
  created: boolean;
}

export interface PipelineRevision {
  number: number;
  /** Null where it was deleted. */
  revision: string | null;
  source: string | null;
  created_at: string;
}

/** A served pipeline that has triggers. */
export interface ScheduledPipeline {
  name: string;
  source: string;
  file: string;
  triggers: readonly TriggerSpec[];
}
