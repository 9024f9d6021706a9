import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../database';
import type { EventType } from './event-definitions';

@Entity('events')
@Index('events_time', ['created_at', 'id'])
export class EventEntity {
  @PrimaryColumn('text') id: string;
  /** The project whose webhooks receive it. */
  @Column('text') project_id: string;
  @Column('text') type: EventType;
  @Column(wholeNumber) created_at: number;
  /** JSON. */
  @Column('text') data: string;
  /** W3C traceparent of the event's cause; deliveries join that trace. Null while tracing is off. */
  @Column('text', { nullable: true }) traceparent: string | null;
}
