import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { wholeNumber, jsonText } from '../../../durable/database';

/** The result of a capability for an input; see `ResultCache`. */
@Entity('cached_results')
export class CachedResultEntity {
  @PrimaryColumn('text') key: string;
  @Column('text') project_id: string;
  @Column(jsonText) output: Record<string, unknown>;
  @Column(jsonText) models: { name: string; version: string; digest: string }[];
  @Index('cached_results_expiry')
  @Column(wholeNumber)
  expires_at: number;
}
