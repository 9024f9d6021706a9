import { Injectable } from '@nestjs/common';
import {
  CompatFaces,
  type FaceCollection,
  type FaceMatch,
  type FacePage,
  type FaceQuery,
  type NewFace,
  type StoredFace,
} from '@percept/compat';
import { PerceptError } from '@percept/sdk';
import type { FastifyRequest } from 'fastify';
import { AuditLog } from '../audit/audit-log';
import { MAX_LABEL } from '../collections/collection-dtos';
import type { CollectionEntity } from '../collections/collection.entity';
import { CollectionSearch } from '../collections/collection-search';
import { Collections } from '../collections/collections';
import { Embeddings } from '../collections/embeddings';
import { Entries } from '../collections/entries';
import type { EntryEntity } from '../collections/entry.entity';

/** Collections of faces for the doors. */
@Injectable()
export class ServiceFaces extends CompatFaces {
  // oxlint-disable-next-line max-params -- one for each injected provider
  constructor(
    private readonly collections: Collections,
    private readonly stored: Entries,
    private readonly searches: CollectionSearch,
    private readonly embeddings: Embeddings,
    private readonly audit: AuditLog,
  ) {
    super();
  }

  async list({ caller }: FastifyRequest): Promise<FaceCollection[]> {
    this.embeddings.check('faces');
    const all = await this.collections.list(caller!.projectId);
    return all.filter(({ kind }) => kind === 'faces').map(toFaceCollection);
  }

  async get(request: FastifyRequest, name: string): Promise<FaceCollection> {
    return toFaceCollection(await this.find(request, name));
  }

  async create(request: FastifyRequest, name: string): Promise<FaceCollection> {
    const wanted = { name, kind: 'faces', keep_pictures: false, keep_days: 0 } as const;
    const row = await this.collections.create(request.caller!.projectId, wanted);
    await this.record(request, 'create', name);
    return toFaceCollection(row);
  }

  async delete(request: FastifyRequest, name: string): Promise<void> {
    const { id } = await this.find(request, name);
    await this.collections.delete(request.caller!.projectId, id);
    await this.record(request, 'delete', name);
  }

  async add(request: FastifyRequest, name: string, faces: readonly NewFace[]): Promise<string[]> {
    const collection = await this.find(request, name);
    if (faces.some(({ label }) => label !== undefined && label.length > MAX_LABEL))
      throw PerceptError.invalid('label', `is longer than ${MAX_LABEL} characters: give the name of a person.`);
    const rows = await this.stored.add(
      collection,
      faces.map(({ vector, ...face }) => ({ ...face, vector: Float32Array.from(vector) })),
    );
    await this.record(request, 'add', name);
    return rows.map(({ id }) => id);
  }

  async entries(request: FastifyRequest, name: string, page: FacePage): Promise<StoredFace[]> {
    return (await this.stored.list(await this.find(request, name), page)).map(toStoredFace);
  }

  async names(request: FastifyRequest, name: string): Promise<string[]> {
    const labels = await this.collections.labels(await this.find(request, name));
    return labels.flatMap(({ label }) => label ?? []);
  }

  async remove(request: FastifyRequest, name: string, ids: readonly string[]): Promise<string[]> {
    const removed = await this.stored.deleteAll(await this.find(request, name), ids);
    await this.record(request, 'remove', name);
    return removed;
  }

  async removePerson(request: FastifyRequest, name: string, label: string): Promise<number> {
    const removed = await this.stored.deleteLabel(await this.find(request, name), label);
    await this.record(request, 'remove', name);
    return removed;
  }

  async search(request: FastifyRequest, name: string, query: FaceQuery): Promise<FaceMatch[]> {
    const collection = await this.find(request, name);
    const { limit, min_similarity } = query;
    const [vector, without] =
      'entry' in query
        ? [await this.searches.vectorOf(collection, query.entry), query.entry]
        : [Float32Array.from(query.vector), undefined];
    if ('model' in query) this.checkModel(collection, query.model);
    const found = await this.searches.search(collection, vector, { limit, min_similarity, without });
    return found.map(({ row, similarity }) => ({ ...toStoredFace(row), similarity }));
  }

  private checkModel({ name, entries, model_name, model_version }: CollectionEntity, model: NewFace['model']): void {
    if (entries === 0 || (model_name === model.name && model_version === model.version)) return;
    throw new PerceptError(
      'CONFLICT',
      `The collection '${name}' has vectors of ${model_name} ${model_version}, and ${model.name} ${model.version} answers now.`,
    );
  }

  private async find({ caller }: FastifyRequest, name: string): Promise<CollectionEntity> {
    this.embeddings.check('faces');
    const row = await this.collections.get(caller!.projectId, name);
    if (row.kind !== 'faces') throw PerceptError.notFound(`The collection '${name.slice(0, 100)}' of faces`);
    return row;
  }

  private async record({ caller, ip, id }: FastifyRequest, what: string, target: string): Promise<void> {
    await this.audit.record(caller!, { action: `faces ${what}`, target, address: ip, requestId: id });
  }
}

function toFaceCollection({ name, entries, model_name, model_version, created_at }: CollectionEntity): FaceCollection {
  return { name, entries, created_at, model: model_name === null ? null : `${model_name} ${model_version}` };
}

const toStoredFace = ({ id, label, metadata }: EntryEntity): StoredFace => ({
  ...{ id, label },
  metadata: metadata as Record<string, unknown>,
});
