import { Injectable } from '@nestjs/common';
import { CompatFaces } from '@percept/compat';
import { PerceptError } from '@percept/sdk';
import type { DoorFaces, FaceCollection, FaceMatch, FacePage, FaceQuery, NewFace, StoredFace } from '@percept/sdk/doors';
import type { FastifyRequest } from 'fastify';
import { AuditLog } from '../../access/audit/audit-log';
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
    readonly collections: Collections,
    readonly stored: Entries,
    readonly searches: CollectionSearch,
    readonly embeddings: Embeddings,
    readonly audit: AuditLog,
  ) {
    super();
  }

  of(request: FastifyRequest): DoorFaces {
    return new CallerFaces(this, request);
  }
}

/** The face collections of one caller. Changes are recorded in the audit log. */
class CallerFaces implements DoorFaces {
  constructor(
    private readonly parts: ServiceFaces,
    private readonly request: FastifyRequest,
  ) {}

  async list(): Promise<FaceCollection[]> {
    this.parts.embeddings.check('faces');
    const all = await this.parts.collections.list(this.projectId);
    return all.filter(({ kind }) => kind === 'faces').map(toFaceCollection);
  }

  async get(name: string): Promise<FaceCollection> {
    return toFaceCollection(await this.find(name));
  }

  async create(name: string): Promise<FaceCollection> {
    const wanted = { name, kind: 'faces', keep_pictures: false, keep_days: 0 } as const;
    const row = await this.parts.collections.create(this.projectId, wanted);
    await this.record('create', name);
    return toFaceCollection(row);
  }

  async delete(name: string): Promise<void> {
    const { id } = await this.find(name);
    await this.parts.collections.delete(this.projectId, id);
    await this.record('delete', name);
  }

  async add(name: string, faces: readonly NewFace[]): Promise<string[]> {
    const collection = await this.find(name);
    if (faces.some(({ label }) => label !== undefined && label.length > MAX_LABEL))
      throw PerceptError.invalid('label', `is longer than ${MAX_LABEL} characters: give the name of a person.`);
    const rows = await this.parts.stored.add(
      collection,
      faces.map(({ vector, ...face }) => ({ ...face, vector: Float32Array.from(vector) })),
    );
    await this.record('add', name);
    return rows.map(({ id }) => id);
  }

  async entries(name: string, page: FacePage): Promise<StoredFace[]> {
    return (await this.parts.stored.list(await this.find(name), page)).map(toStoredFace);
  }

  async names(name: string): Promise<string[]> {
    const labels = await this.parts.collections.labels(await this.find(name));
    return labels.flatMap(({ label }) => label ?? []);
  }

  async remove(name: string, ids: readonly string[]): Promise<string[]> {
    const removed = await this.parts.stored.deleteAll(await this.find(name), ids);
    await this.record('remove', name);
    return removed;
  }

  async removePerson(name: string, label: string): Promise<number> {
    const removed = await this.parts.stored.deleteLabel(await this.find(name), label);
    await this.record('remove', name);
    return removed;
  }

  async search(name: string, query: FaceQuery): Promise<FaceMatch[]> {
    const collection = await this.find(name);
    const { limit, min_similarity } = query;
    const [vector, without] =
      'entry' in query
        ? [await this.parts.searches.vectorOf(collection, query.entry), query.entry]
        : [Float32Array.from(query.vector), undefined];
    if ('model' in query) this.checkModel(collection, query.model);
    const found = await this.parts.searches.search(collection, vector, { limit, min_similarity, without });
    return found.map(({ row, similarity }) => ({ ...toStoredFace(row), similarity }));
  }

  private checkModel({ name, entries, model_name, model_version }: CollectionEntity, model: NewFace['model']): void {
    if (entries === 0 || (model_name === model.name && model_version === model.version)) return;
    throw new PerceptError(
      'CONFLICT',
      `The collection '${name}' has vectors of ${model_name} ${model_version}, and ${model.name} ${model.version} answers now.`,
    );
  }

  private get projectId(): string {
    return this.request.caller!.projectId;
  }

  private async find(name: string): Promise<CollectionEntity> {
    this.parts.embeddings.check('faces');
    const row = await this.parts.collections.get(this.projectId, name);
    if (row.kind !== 'faces') throw PerceptError.notFound(`The collection '${name.slice(0, 100)}' of faces`);
    return row;
  }

  private async record(what: string, target: string): Promise<void> {
    const { caller, ip, id } = this.request;
    await this.parts.audit.record(caller!, { action: `faces ${what}`, target, address: ip, requestId: id });
  }
}

function toFaceCollection({ name, entries, model_name, model_version, created_at }: CollectionEntity): FaceCollection {
  return { name, entries, created_at, model: model_name === null ? null : `${model_name} ${model_version}` };
}

const toStoredFace = ({ id, label, metadata }: EntryEntity): StoredFace => ({
  ...{ id, label },
  metadata: metadata as Record<string, unknown>,
});
