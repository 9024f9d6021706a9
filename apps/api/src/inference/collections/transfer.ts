import { Injectable } from '@nestjs/common';
import { checkBody, Store, type CallOptions } from '@percept/core';
import { parseJson, PerceptError } from '@percept/sdk';
import { IsBase64, IsInt, IsNotEmpty, IsObject, IsOptional, IsString, MaxLength, Min, MinLength } from 'class-validator';
import type { CollectionEntity } from './collection.entity';
import { MAX_LABEL } from './collection-dtos';
import { Embeddings, type Embedded } from './embeddings';
import { Entries, type NewEntry } from './entries';
import { EntrySeal } from './entry-seal';
import { floatsFrom, wholeEntries } from './entry.repository';

const STEP = 200;
/** A vector whose length differs from 1 by less than this is not changed at all. */
const UNIT = 1e-6;
/** The most characters of a text. */
const MAX_TEXT = 100_000;

/** A line of an export. */
class EntryLine {
  @IsString() @MinLength(1) @MaxLength(MAX_LABEL) @IsOptional() label?: string | null;
  @IsString() @MinLength(1) @MaxLength(MAX_TEXT) @IsOptional() text?: string | null;
  @IsObject() @IsOptional() metadata?: Record<string, unknown>;
  /** 32-bit floats, little endian, in Base64. */
  @IsBase64() @IsNotEmpty() @IsOptional() vector?: string;
  @IsString() @IsOptional() model?: string;
  @IsString() @IsOptional() model_version?: string;
  @IsInt() @Min(2) @IsOptional() dimensions?: number;
  /** A JPEG in Base64. */
  @IsBase64() @IsOptional() picture?: string | null;
}

/** Exports and imports collections as JSON lines: one entry a line, with vector and picture. */
@Injectable()
export class Transfer {
  constructor(
    private readonly store: Store,
    private readonly entries: Entries,
    private readonly embeddings: Embeddings,
    private readonly seal: EntrySeal,
  ) {}

  /** Lines in the order of the entries. */
  async *lines({ id, model_name, model_version, dimensions }: CollectionEntity): AsyncGenerator<string> {
    for (let after = ''; ;) {
      const rows = await wholeEntries(this.store.reader, { collectionId: id, after, limit: STEP });
      if (rows.length === 0) return;
      after = rows.at(-1)!.id;
      for (const { id: entry, label, text, metadata, ...row } of rows) {
        const vector = this.seal.open(entry, row.vector);
        const picture = row.picture && this.seal.open(entry, row.picture);
        const line = { label, text, metadata, model: model_name, model_version, dimensions, vector, picture };
        yield `${JSON.stringify(line)}\n`;
      }
    }
  }

  /**
   * Adds an entry for each line. A missing vector is computed from the picture or text.
   * @throws INVALID_REQUEST with the number of the line: nothing of its batch is added. Also what `Entries.add` throws.
   */
  async add(collection: CollectionEntity, lines: readonly string[], options: CallOptions): Promise<number> {
    const parsed = lines.map((line, index) => (line.trim() === '' ? undefined : lineFrom(line, index + 1)));
    const whole = parsed.filter((line) => line !== undefined);
    for (let from = 0; from < whole.length; from += STEP) {
      const added: NewEntry[] = [];
      for (const line of whole.slice(from, from + STEP)) {
        const { label, text, metadata, picture } = line;
        const embedded = line.vector === undefined ? await this.describe(collection, line, options) : embeddedFrom(line);
        const kept = collection.keep_pictures && picture ? { picture } : {};
        added.push({ ...embedded, ...kept, label, text, metadata });
      }
      await this.entries.add(collection, added);
    }
    return whole.length;
  }

  private describe({ kind }: CollectionEntity, { text, picture }: EntryLine, options: CallOptions): Promise<Embedded> {
    if (kind === 'texts') return this.embeddings.embed(kind, { fields: { text: text ?? undefined } }, options);
    if (!picture) throw PerceptError.invalid('body', 'has a line with neither a vector nor a picture.');
    return this.embeddings.embed(kind, { fields: { image: picture } }, options);
  }
}

function lineFrom(text: string, number: number): EntryLine {
  try {
    const line = checkBody(EntryLine, parseJson(text));
    if (line.vector !== undefined) embeddedFrom(line);
    return line;
  } catch (error) {
    throw PerceptError.invalid('body', `line ${number}: ${(error as Error).message}`);
  }
}

function embeddedFrom({ vector, model, model_version, dimensions }: EntryLine): Embedded {
  if (model === undefined || model_version === undefined) throw new Error('a vector needs `model` and `model_version`.');
  if (Buffer.from(vector!, 'base64').length % 4 > 0) throw new Error('the vector is cut off.');
  const floats = floatsFrom(vector!);
  const length = Math.sqrt(floats.reduce((sum, value) => sum + value * value, 0));
  if (dimensions !== undefined && floats.length !== dimensions) throw new Error(`the vector has ${floats.length} numbers.`);
  if (!Number.isFinite(length)) throw new Error('the vector has values that are not numbers.');
  return {
    vector: length === 0 || Math.abs(length - 1) < UNIT ? floats : floats.map((value) => value / length),
    model: { name: model, version: model_version },
  };
}
