import { wholeNumber, jsonText, type CallInput } from '@percept/core';
import { type PerceptError } from '@percept/sdk';
import type { Progress } from '@percept/sdk';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

export const ANALYSIS_STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type AnalysisState = (typeof ANALYSIS_STATES)[number];

/** The request without its media, which are in a file. */
export type UploadedInput = Pick<CallInput, 'fields' | 'fromText' | 'query'> & { media: string | null };

/** A call of a capability whose caller does not wait for it. */
@Entity('analyses')
@Index('analyses_ended', ['ended_at'])
@Index('analyses_open', ['project_id'], { where: 'ended_at IS NULL' })
export class AnalysisEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') project_id: string;
  @Column('text', { nullable: true }) key_id: string | null;
  @Column('text') capability: string;
  @Column('text') status: AnalysisState;
  @Column(jsonText) input: UploadedInput;
  /** The size of the file with the request's media or JSON, in bytes. */
  @Column(wholeNumber) bytes: number;
  @Column('text') request_id: string;
  @Column(wholeNumber) created_at: number;
  @Column({ ...wholeNumber, nullable: true }) ended_at: number | null;
  @Column({ ...jsonText, nullable: true }) result: Record<string, unknown> | null;
  /** The number of rows of each list that is too long for the result and is stored in `AnalysisRowsEntity`. */
  @Column({ ...jsonText, nullable: true }) row_counts: Record<string, number> | null;
  /** The progress of a long analysis while it runs. */
  @Column({ ...jsonText, nullable: true }) progress: Progress | null;
  @Column({ ...jsonText, nullable: true }) error: ReturnType<PerceptError['toRecord']> | null;
  /** The W3C trace context of the request that asked for the analysis. */
  @Column('text', { nullable: true }) traceparent: string | null;
}

/** Some rows of a list that is too long for the result of an analysis. */
@Entity('analysis_rows')
export class AnalysisRowsEntity {
  @PrimaryColumn('text') analysis_id: string;
  @PrimaryColumn('text') field: string;
  /** The number of the part, from 0, in the order of the list. */
  @PrimaryColumn('integer') part: number;
  /** JSON objects, separated by commas. */
  @Column('text') json: string;
}
