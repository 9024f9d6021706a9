import { Column, Entity, PrimaryColumn } from 'typeorm';
import { jsonText } from '../../../durable/database';
import type { RecordedCall } from '../context/call-times';

/** Calls of a run that ended within about a second, in one process. Rows are only added: a retry changes none. */
@Entity('run_calls')
export class RunCallsEntity {
  @PrimaryColumn('text') run_id: string;
  @PrimaryColumn('text') id: string;
  /** The step at the top of the pipeline; for a block, the calls name its inner step. */
  @Column('text') step: string;
  /** Which attempt of the run: 1 is the first. */
  @Column('integer') attempt: number;
  @Column('text') host: string;
  @Column('integer') process: number;
  @Column(jsonText) calls: RecordedCall[];
}
