import type { Shapes } from '../api/client';

/** The answer types of the pipeline, schedule and run operations, from the OpenAPI document. */
export type PipelineSummary = Shapes['PipelineSummaryResponse'];
export type Pipeline = Shapes['PipelineResponse'];
export type PipelineInput = Pipeline['inputs'][number];
export type StepGraph = NonNullable<Pipeline['graph']>;
export type Schedule = Shapes['ScheduleResponse'];
export type Tick = Shapes['TickResponse'];
export type Run = Shapes['RunResponse'];
export type RunDetail = Shapes['RunDetailResponse'];
export type RunItem = Shapes['RunItemResponse'];

export const hasEnded = ({ status }: Run): boolean => status !== 'queued' && status !== 'running';
