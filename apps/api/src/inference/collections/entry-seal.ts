import { Injectable } from '@nestjs/common';
import { Config, SecretBox } from '@percept/core';
import type { CollectionKind } from './collection.entity';

/** Binds a sealed value to its entry: it cannot be moved to another. */
export const placeOfEntry = (id: string): string => `face ${id}`;

/** Seals vectors and pictures of faces, as secrets are sealed. The values of other collections are stored as they are. */
@Injectable()
export class EntrySeal {
  private opened?: SecretBox;

  constructor(private readonly config: Config) {}

  /** The column's text for a new entry. */
  close(kind: CollectionKind, id: string, text: string): string {
    return kind === 'faces' ? this.box.seal(text, placeOfEntry(id)) : text;
  }

  /** The contents of a column. @throws Error if the installation has lost the key that sealed it. */
  open(id: string, column: string): string {
    return isSealed(column) ? this.box.open(column, placeOfEntry(id)) : column;
  }

  /** Opened at the first face: other collections need no key file. */
  private get box(): SecretBox {
    return (this.opened ??= SecretBox.of(this.config));
  }
}

/** Base64 has no dot. */
const isSealed = (column: string): boolean => column.includes('.');
