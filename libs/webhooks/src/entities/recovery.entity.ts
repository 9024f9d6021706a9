import { epochMs, jsonText } from '@percept/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DeliveryState } from './delivery.entity';

/** A recovery of past deliveries, and its progress. */
@Entity('webhook_recoveries')
export class RecoveryEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') endpoint_id: string;
  /** When the deliveries were created, from and to, both included. */
  @Column(epochMs) since: number;
  @Column(epochMs) until: number;
  /** Null: all. */
  @Column({ ...jsonText, nullable: true }) types: string[] | null;
  @Column(jsonText) states: DeliveryState[];
  /** What the deliveries contain; null: anything. */
  @Column('text', { nullable: true }) search: string | null;
  /** How many fitted when it was requested. */
  @Column('integer') total: number;
  @Column('integer') recovered: number;
  /** Id of the last delivery that was looked at; empty: none. */
  @Column('text') cursor: string;
  @Column(epochMs) created_at: number;
  @Column({ ...epochMs, nullable: true }) ended_at: number | null;
}
