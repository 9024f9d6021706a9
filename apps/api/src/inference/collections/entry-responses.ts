import { IsArray, IsInt, IsNumber, IsObject, IsString, OrNull, JSONSchema, IsTime } from '@percept/sdk/decorators';
import type { EntryEntity } from './entry.entity';

export class EntryResponse {
  @IsString() id: string;
  @IsString() @OrNull() label: string | null;
  @JSONSchema({ description: 'Of an entry of texts.' }) @IsString() @OrNull() text: string | null;
  @IsObject() metadata: Record<string, unknown>;
  @JSONSchema({ description: 'The path of its small copy, if one is kept.' })
  @IsString()
  @OrNull()
  picture_url: string | null;
  @IsTime() created_at: string;
  @IsTime() @OrNull() expires_at: string | null;
}

/** An entry that is near to the search input. */
export class FoundEntry extends EntryResponse {
  @JSONSchema({ description: 'Cosine of the two vectors: 1 for the same picture.' }) @IsNumber() similarity: number;
}

/** Entries that are nearly the same. */
export class DuplicateGroup {
  @JSONSchema({ type: 'array', items: { $ref: '#/components/schemas/EntryResponse' } })
  @IsArray()
  entries: EntryResponse[];
  @JSONSchema({ description: 'The least similar pair that joins the group.' }) @IsNumber() similarity: number;
}

/** The outcome of an import. */
export class ImportResponse {
  @IsInt() added: number;
}

export const DECIMALS = 4;
export const roundSimilarity = (similarity: number): number => Number(similarity.toFixed(DECIMALS));

export function showEntry({ id, collection_id, label, text, metadata, ...row }: EntryEntity): EntryResponse {
  const { has_picture, created_at, expires_at } = row;
  return {
    ...{ id, label, text, metadata: metadata as Record<string, unknown> },
    picture_url: has_picture ? `/v2/collections/${collection_id}/entries/${id}/picture` : null,
    created_at: new Date(created_at).toISOString(),
    expires_at: expires_at === null ? null : new Date(expires_at).toISOString(),
  };
}
