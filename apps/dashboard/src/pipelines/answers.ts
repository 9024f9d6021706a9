import type { Shapes } from '../api/client';

/** What the operations of pipelines, schedules and runs answer, by the OpenAPI document. */
export type PipelineSummary = Shapes['PipelineSummaryView'];
export type Pipeline = Shapes['PipelineView'];
export type InputSpec = Pipeline['inputs'][number];
export type Graph = NonNullable<Pipeline['graph']>;
export type Schedule = Shapes['ScheduleView'];
export type Tick = Shapes['TickView'];
export type Run = Shapes['RunView'];
export type RunItem = Shapes['RunItemView'];

export const hasEnded = ({ status }: Run): boolean => status !== 'queued' && status !== 'running';
