import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { epochMs, jsonText } from '../store';

/** What a capability gave for an input; see `ResultCache`. */
@Entity('cached_results')
export class CachedResultRow {
  @PrimaryColumn('text') key: string;
  @Column(jsonText) output: Record<string, unknown>;
  @Column(jsonText) models: { name: string; version: string; digest: string }[];
  @Index('cached_results_expiry')
  @Column(epochMs)
  expires_at: number;
}
