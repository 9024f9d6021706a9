import type { SavedPipeline, PipelineRevision, PipelineSummary, PipelineView } from '../language';
import { In, IsNull, Not } from 'typeorm';
import { basename } from 'node:path';
import { suggest, PerceptError, type Clock } from '../../kernel';
import type { Store } from '../../durable/database';
import type { Catalogue } from '../language';
import type { PipelineFolder, PipelineParser, ServedPipeline } from './folder';
import { toGraph } from '../language';
import { throwDiagnostics } from '../language/syntax';
import { parsePipeline } from '../language';
import { PipelineRevisionEntity } from './pipeline-revision.entity';

const MAX_SHOWN = 100;

interface ShelfParts {
  store: Store;
  clock: Clock;
  catalogue: Catalogue;
  folder: PipelineFolder;
  parser: PipelineParser;
}

/** The pipelines that are served: those kept over HTTP, each with its revisions, and before them in rank none: then the folder's. */
export class PipelineRegistry {
  constructor(private readonly parts: ShelfParts) {}

  /** By name; one that was kept stands before the file of the same name. */
  async all(): Promise<ServedPipeline[]> {
    const kept = await this.current();
    const names = new Set(kept.map(({ name }) => name));
    const files = (await this.parts.folder.list()).filter(({ name }) => !names.has(name));
    const own = kept.map(({ name, source }) => this.parts.parser.read(source!, fileOf(name)));
    return [...files, ...own].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async list(): Promise<PipelineSummary[]> {
    return (await this.all()).map(({ name, description, file, findings }) => ({ name, description, file, findings }));
  }

  /** @throws PerceptError NOT_FOUND naming the nearest. */
  async source(name: string): Promise<{ source: string; file: string }> {
    const kept = await this.newest(name);
    if (kept?.source) return { source: kept.source, file: fileOf(name) };
    const known = await this.all();
    const found = known.find((pipeline) => pipeline.name === name);
    if (found) return { source: found.source, file: found.file };
    const hint = suggest(
      name,
      known.map((pipeline) => pipeline.name),
    );
    throw new PerceptError('NOT_FOUND', `There is no pipeline called '${name}'.${hint}`);
  }

  async show(name: string): Promise<PipelineView> {
    const { source, file } = await this.source(name);
    const { plan, findings, revision } = parsePipeline(source, file, this.parts.catalogue);
    const number = (await this.newest(name))?.number ?? null;
    const kept = file === fileOf(name);
    return {
      name,
      description: plan?.description ?? null,
      file: kept ? null : basename(file),
      revision,
      number: kept ? number : null,
      source,
      inputs: (plan?.inputs ?? []).map((input) => ({ ...input })),
      graph: plan ? toGraph(plan.steps) : null,
      findings,
    };
  }

  /** @throws PerceptError INVALID_REQUEST with the findings. */
  async save(name: string, source: string): Promise<SavedPipeline> {
    const { plan, findings, revision } = parsePipeline(source, fileOf(name), this.parts.catalogue, name);
    if (!plan) throw throwDiagnostics(findings);
    const { store, clock } = this.parts;
    return store.transaction(async (tx) => {
      const before = await tx.manager.findOne(PipelineRevisionEntity, { where: { name }, order: { number: 'DESC' } });
      if (before?.revision === revision) return { name, revision, number: before.number, created: false };
      const number = (before?.number ?? 0) + 1;
      await tx.manager.insert(PipelineRevisionEntity, { name, number, revision, source, created_at: clock.now() });
      return { name, revision, number, created: !before?.revision };
    });
  }

  /** Runs keep to the text that they were started with. @throws PerceptError NOT_FOUND; CONFLICT for a file of the folder. */
  async remove(name: string): Promise<void> {
    const { file } = await this.source(name);
    if (file !== fileOf(name)) {
      throw new PerceptError('CONFLICT', `'${name}' is the file ${basename(file)} of the pipelines folder: remove the file.`);
    }
    const { store, clock } = this.parts;
    await store.transaction(async (tx) => {
      const before = await tx.manager.findOneOrFail(PipelineRevisionEntity, { where: { name }, order: { number: 'DESC' } });
      const row = { name, number: before.number + 1, revision: null, source: null, created_at: clock.now() };
      await tx.manager.insert(PipelineRevisionEntity, row);
    });
  }

  /** The newest first; empty for a file of the folder. */
  async revisions(name: string): Promise<PipelineRevision[]> {
    const { store } = this.parts;
    const rows = await store.reader.find(PipelineRevisionEntity, { where: { name }, order: { number: 'DESC' }, take: MAX_SHOWN });
    if (rows.length === 0) await this.source(name);
    return rows.map(({ number, revision, source, created_at }) => ({
      number,
      revision,
      source,
      created_at: new Date(created_at).toISOString(),
    }));
  }

  private newest(name: string): Promise<PipelineRevisionEntity | null> {
    return this.parts.store.reader.findOne(PipelineRevisionEntity, { where: { name }, order: { number: 'DESC' } });
  }

  /** The newest revision of each pipeline that was not deleted. */
  private async current(): Promise<PipelineRevisionEntity[]> {
    const { reader } = this.parts.store;
    const query = reader.createQueryBuilder(PipelineRevisionEntity, 'kept').select('kept.name', 'name').groupBy('kept.name');
    const names = (await query.getRawMany<{ name: string }>()).map(({ name }) => name);
    const rows = await reader.findBy(PipelineRevisionEntity, { name: In(names), revision: Not(IsNull()) });
    const newest = await Promise.all(names.map((name) => this.newest(name)));
    return rows.filter((row) => newest.some((each) => each?.name === row.name && each.number === row.number));
  }
}

/** What findings of a kept pipeline call its text. */
function fileOf(name: string): string {
  return `${name}.yaml`;
}
