import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The monthly usage of a key. */
@Entity('key_counters')
export class KeyCounterEntity {
  @PrimaryColumn('text') key_id: string;
  /** The month in UTC, such as `2026-01`. */
  @PrimaryColumn('text') month: string;
  @Column('integer') used: number;
  /** The latest minute with requests, as minutes since the epoch, and the requests in it. */
  @Column('integer') minute: number;
  @Column('integer') minute_used: number;
  /** The highest threshold, in percent, for which an event was sent. */
  @Column('integer') notified_percent: number;
}
