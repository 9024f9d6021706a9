import { type CallOptions, type Store } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { CollectionEntity } from '../collection.entity';
import type { Embeddings } from '../embeddings';
import type { EntryEntity } from '../entry.entity';
import { wholeEntries } from '../entry.repository';
import type { EntrySeal } from '../entry-seal';
import type { Portion } from '../vectors/vector-tasks';
import type { VectorBatch } from '../vectors/vector-table';

/** Pictures of one step. */
const STEP = 16;

interface Cut {
  collection: CollectionEntity;
  /** [left, top, width, height] as fractions of the picture's sides. */
  region: readonly number[];
  options: CallOptions;
  /** The number of labelled entries. */
  total: number;
  onProgress: (portion: Portion) => void;
}

/**
 * Vectors of one region of the kept pictures of all labelled entries, step by step.
 * @throws CONFLICT if another model describes the pictures than the rest of the collection.
 */
export async function* cutPictures(
  { store, seal, embeddings }: { store: Store; seal: EntrySeal; embeddings: Embeddings },
  { collection, region, options, total, onProgress }: Cut,
): AsyncGenerator<VectorBatch> {
  const { id, kind, model_name, model_version, dimensions } = collection;
  const describe = async (row: EntryEntity): Promise<Float32Array> => {
    const image = seal.open(row.id, row.picture!);
    const crop = cropOf(region, sizeOfJpeg(Buffer.from(image, 'base64'), row.id));
    const { vector, model } = await embeddings.embed(kind, { fields: { image, crop } }, options);
    if (model.name === model_name && model.version === model_version) return vector;
    const words = `The collection has vectors of ${model_name} ${model_version}, and pictures are described by ${model.name} ${model.version} now`;
    throw new PerceptError('CONFLICT', `${words}: export the collection without vectors, and import it into a new one.`);
  };
  let done = 0;
  for (let after = ''; ;) {
    const rows = await wholeEntries(store.reader, { collectionId: id, after, limit: STEP });
    if (rows.length === 0) return;
    after = rows.at(-1)!.id;
    const labelled = rows.filter(({ label, picture }) => label !== null && picture !== null);
    const vectors = new Float32Array(labelled.length * dimensions!);
    const each = labelled.map(async (row, index) => {
      vectors.set(await describe(row), index * dimensions!);
      onProgress({ done: ++done, total });
    });
    await Promise.all(each);
    yield { ids: labelled.map((row) => row.id), labels: labelled.map(({ label }) => label), vectors };
  }
}

interface Size {
  width: number;
  height: number;
}

/** The region in pixels, as a model with this region crops a picture. */
function cropOf([left, top, across, down]: readonly number[], { width, height }: Size): Size & { x: number; y: number } {
  const x = Math.min(width - 1, Math.round(left! * width));
  const y = Math.min(height - 1, Math.round(top! * height));
  return {
    ...{ x, y },
    width: Math.max(1, Math.min(width - x, Math.round(across! * width))),
    height: Math.max(1, Math.min(height - y, Math.round(down! * height))),
  };
}

/** JPEG markers of tables. Their codes lie between the codes of frames. */
const TABLES = [0xc4, 0xc8, 0xcc];

/** The size in the frame header. @throws CONFLICT for anything else: an import accepts any bytes. */
function sizeOfJpeg(bytes: Buffer, entry: string): Size {
  if (bytes.readUInt16BE(0) === 0xffd8)
    for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
      const marker = bytes[at + 1]!;
      if (marker >= 0xc0 && marker <= 0xcf && !TABLES.includes(marker))
        return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
  throw new PerceptError('CONFLICT', `The picture of the entry '${entry}' is not a JPEG: delete the entry, or add it again.`);
}
