import { wholeNumber, jsonText } from '@percept/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DeliveryState } from './delivery.entity';

/** A recovery of past deliveries, and its progress. */
@Entity('webhook_recoveries')
export class RecoveryEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') endpoint_id: string;
  /** The range of the deliveries' creation times, both ends included. */
  @Column(wholeNumber) since: number;
  @Column(wholeNumber) until: number;
  /** Null: all types. */
  @Column({ ...jsonText, nullable: true }) types: string[] | null;
  @Column(jsonText) states: DeliveryState[];
  /** A text that the deliveries contain; null: any. */
  @Column('text', { nullable: true }) search: string | null;
  /** The number of matching deliveries at the time of the request. */
  @Column('integer') total: number;
  @Column('integer') recovered: number;
  /** Id of the last delivery that was processed; empty: none. */
  @Column('text') cursor: string;
  @Column(wholeNumber) created_at: number;
  @Column({ ...wholeNumber, nullable: true }) ended_at: number | null;
}
