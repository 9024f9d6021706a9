import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a key has used, month by month. */
@Entity('key_counters')
export class KeyCounterEntity {
  @PrimaryColumn('text') key_id: string;
  /** `2026-01`, in UTC. */
  @PrimaryColumn('text') month: string;
  @Column('integer') used: number;
  /** Minutes since the epoch, and what was used in that one. */
  @Column('integer') minute: number;
  @Column('integer') minute_used: number;
  /** The highest threshold, in percent, that an event was sent for. */
  @Column('integer') notified_percent: number;
}
