import { wholeNumber } from '@percept/core';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

export const DELIVERY_STATES = ['pending', 'sending', 'retrying', 'succeeded', 'exhausted', 'held', 'cancelled'] as const;
/** `held`: the endpoint is switched off; `cancelled`: it was deleted; `exhausted`: no attempt is left. */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The states in which a delivery has a job in the queue. */
export const WAITING: readonly DeliveryState[] = ['pending', 'sending', 'retrying'];

/** The states in which nothing more is done unless somebody asks. */
export const SETTLED: readonly DeliveryState[] = ['succeeded', 'exhausted', 'cancelled'];

/** One event on its way to one endpoint. */
@Entity('webhook_deliveries')
@Index('webhook_deliveries_endpoint', ['endpoint_id', 'id'])
@Index('webhook_deliveries_project', ['project_id', 'id'])
@Index('webhook_deliveries_event', ['event_id'])
@Index('webhook_deliveries_open', ['endpoint_id', 'id'], { where: 'ended_at IS NULL' })
export class DeliveryEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') project_id: string;
  @Column('text') endpoint_id: string;
  @Column('text') event_id: string;
  @Column('text') event_type: string;
  /** The body, made once: every attempt sends and signs the same bytes. */
  @Column('text') body: string;
  @Column('text') state: DeliveryState;
  @Column('integer') attempts: number;
  /** Attempts before the last redelivery, after which the waits start again. */
  @Column('integer', { default: 0 }) previous_attempts: number;
  /** 1: the delivery was held, and the next held one is sent after it. */
  @Column('integer', { default: 0 }) releases_next: number;
  /** The reason for a wait besides its turn. */
  @Column('text', { nullable: true }) waiting_for: 'rate' | null;
  /** The only job that may send the delivery. Null: any job may. */
  @Column('text', { nullable: true }) job_id: string | null;
  @Column({ ...wholeNumber, nullable: true }) next_attempt_at: number | null;
  @Column(wholeNumber) created_at: number;
  @Column({ ...wholeNumber, nullable: true }) ended_at: number | null;
}

/** The columns of a delivery that are needed to send it. */
export type WaitingDelivery = Omit<DeliveryEntity, 'project_id' | 'event_type' | 'next_attempt_at' | 'created_at' | 'ended_at'>;
