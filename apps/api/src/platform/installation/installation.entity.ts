import { wholeNumber } from '@percept/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export const THE_ONLY = 1;

/** The one row that identifies an installation. `/health/ready` writes to it. */
@Entity('installation')
export class InstallationEntity {
  @PrimaryColumn('integer') row: number;
  /** The same id as in the file `installation.id` of the data folder. */
  @Column('text') id: string;
  /** When the first data folder was marked with the id. */
  @Column({ ...wholeNumber, nullable: true }) marked_at: number | null;
  /** When a write was last tried. */
  @Column({ ...wholeNumber, nullable: true }) written_at: number | null;
}
