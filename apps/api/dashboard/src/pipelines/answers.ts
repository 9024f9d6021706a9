import type { Finding } from '../api/client';

/** What the operations of pipelines and runs answer, as the pages need it. */
export interface PipelineSummary {
  name: string;
  description: string | null;
  findings: Finding[];
}

export interface InputSpec {
  name: string;
  type: string;
  description?: string;
  default?: unknown;
  min?: number;
  max?: number;
  options?: readonly unknown[];
}

export interface Graph {
  nodes: { id: string; kind: 'call' | 'block'; uses: string[]; steps: string[] }[];
  edges: { from: string; to: string }[];
}

export interface Pipeline extends PipelineSummary {
  /** Null where it was saved over HTTP. */
  file: string | null;
  /** Which of its revisions; null for a file. */
  number: number | null;
  source: string;
  inputs: InputSpec[];
  graph: Graph | null;
}

export interface Schedule {
  id: string;
  pipeline: string;
  kind: string;
  rule: string | null;
  timezone: string | null;
  next: string[];
  paused_at: string | null;
  paused_reason: string | null;
  url: string | null;
}

export interface Tick {
  id: string;
  schedule: string;
  at: string;
  state: string;
  reason: string | null;
  run_id: string | null;
}

export interface Run {
  id: string;
  pipeline: string;
  status: 'queued' | 'running' | 'succeeded' | 'partial' | 'failed' | 'cancelled';
  inputs: Record<string, unknown>;
  counts: { total: number; pending: number; running: number; succeeded: number; failed: number; cached: number };
  rate_per_s: number | null;
  eta_s: number | null;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  error: string | null;
  outputs: { name: string; path: string; rows: number }[];
}

export interface RunItem {
  step: string;
  key: string;
  state: 'pending' | 'succeeded' | 'failed';
  attempts: number;
  cached?: boolean;
  results: Record<string, unknown> | null;
  error: { step: string; code: string; reason: string } | null;
}

export const hasEnded = ({ status }: Run): boolean => status !== 'queued' && status !== 'running';
