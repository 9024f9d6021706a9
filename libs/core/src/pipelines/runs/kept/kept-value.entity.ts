import { Column, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber, jsonText } from '../../../durable/database';

/** A value that operations keep for a project between runs. */
@Entity('kept_values')
export class KeptValueEntity {
  @PrimaryColumn('text') project_id: string;
  @PrimaryColumn('text') name: string;
  @Column(jsonText) value: object;
  @Column(wholeNumber) updated_at: number;
}
