import { Injectable } from '@nestjs/common';
import { Config, SecretBox } from '@percept/core';
import type { CollectionKind } from './collection.entity';

/** What is sealed for one entry cannot be moved to another. */
export const placeOfEntry = (id: string): string => `face ${id}`;

/** Seals vectors and pictures of faces, as secrets are sealed. What other collections have is stored as it is. */
@Injectable()
export class EntrySeal {
  private opened?: SecretBox;

  constructor(private readonly config: Config) {}

  /** A column of a new entry. */
  close(kind: CollectionKind, id: string, text: string): string {
    return kind === 'faces' ? this.box.seal(text, placeOfEntry(id)) : text;
  }

  /** What a column has. @throws Error if the installation has lost the key that it was sealed with. */
  open(id: string, column: string): string {
    return isSealed(column) ? this.box.open(column, placeOfEntry(id)) : column;
  }

  /** Opened with the first face: others need no file of keys. */
  private get box(): SecretBox {
    return (this.opened ??= SecretBox.of(this.config));
  }
}

/** Base64 has no dot. */
const isSealed = (column: string): boolean => column.includes('.');
