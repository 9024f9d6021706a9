import { basename } from 'node:path';
import {
  Config,
  DEFAULT_PROJECT,
  PerceptError,
  suggest,
  threadTurns,
  toShare,
  type BilledAccount,
  type Clock,
  type Share,
} from '../../kernel';
import type { Store, Transaction } from '../../durable/database';
import { checkRoom } from '../../durable/retention';
import {
  toGraph,
  type Catalogue,
  type PipelineRevisionResponse,
  type PipelineSummaryResponse,
  type PipelineResponse,
  type Plan,
  type SavedPipelineResponse,
  type ScheduledPipeline,
} from '../language';
import { editorSchema } from '../language/editor/editor-schema';
import { toInvalidPipeline, type Diagnostic } from '../syntax';
import { PipelineFolder } from './folder';
import { ParsedTexts } from './parsed-texts';
import { PipelineParser, type ServedPipeline } from './parser';
import type { PipelineRevisionEntity } from './pipeline-revision.entity';
import {
  currentRevisions,
  deletedBeyond,
  deletePipeline,
  deleteRevisionsBefore,
  insertRevision,
  listRevisions,
  newestRevision,
  updatePayer,
} from './pipeline-revision.repository';

/** Older revisions are deleted. */
const MAX_REVISIONS = 100;

/** The owner of pipelines that nobody saved with a key. */
const FIRST_PROJECT: BilledAccount = { projectId: DEFAULT_PROJECT, keyId: null };

type OwnedPipeline = ServedPipeline & { payer: BilledAccount };

interface RegistryOptions {
  store: Store;
  clock: Clock;
  catalogue: Catalogue;
  pipelinesDir: string;
  /** How many pipelines, and triggers of them, a project may have. */
  limits?: Limits;
}

type Limits = Pick<Config['projectLimits'], 'pipelines' | 'triggers'>;

/**
 * The pipelines of each project by name. The files of the folder belong to the first project. If that project saves a revision of
 * the same name, it shadows the file.
 */
export class PipelineRegistry {
  /** The parsed texts, also for runs. */
  readonly texts: ParsedTexts;
  private readonly parser: PipelineParser;
  private readonly folder: PipelineFolder;
  private readonly limits: Limits;

  constructor(private readonly options: RegistryOptions) {
    this.texts = new ParsedTexts(options.catalogue);
    this.parser = new PipelineParser(options.catalogue);
    this.folder = new PipelineFolder(options.pipelinesDir, this.parser);
    this.limits = options.limits ?? new Config().projectLimits;
  }

  /** Finds all mistakes of a text; empty when it has none. @param name the name that the pipeline must have, if known. */
  async validate(source: string, file: string, share: Share, name?: string): Promise<Diagnostic[]> {
    await threadTurns.pass(share);
    return this.texts.read(source, file, name).diagnostics;
  }

  /** @throws PerceptError INVALID_REQUEST with the mistakes. */
  parse(source: string, file: string): Plan {
    const { plan, diagnostics } = this.texts.read(source, file);
    if (plan) return plan;
    throw toInvalidPipeline(diagnostics);
  }

  /** JSON Schema of a pipeline for editors, with the installed capabilities and their parameters. */
  editorSchema(): Record<string, unknown> {
    return editorSchema(this.options.catalogue);
  }

  async list(projectId = DEFAULT_PROJECT): Promise<PipelineSummaryResponse[]> {
    return (await this.all(projectId)).map(({ name, description, file, findings }) => ({ name, description, file, findings }));
  }

  /** The pipelines of all projects that have triggers and no mistakes. */
  async scheduled(): Promise<ScheduledPipeline[]> {
    return (await this.all()).flatMap(toScheduled);
  }

  /** Reads only the pipeline of this name in a project. */
  async scheduledOne(name: string, projectId: string): Promise<ScheduledPipeline | undefined> {
    const saved = await this.newest(name, projectId);
    const found = saved?.source ? this.toPipelines([saved]) : await this.files([], projectId);
    return found.filter((each) => each.name === name).flatMap(toScheduled)[0];
  }

  /** The text of a pipeline. @throws PerceptError NOT_FOUND naming the nearest pipeline. */
  async source(name: string, projectId = DEFAULT_PROJECT): Promise<{ source: string; file: string }> {
    const saved = await this.newest(name, projectId);
    if (saved?.source) return { source: saved.source, file: fileNameOf(name) };
    const known = await this.all(projectId);
    const found = known.find((pipeline) => pipeline.name === name);
    if (found) return { source: found.source, file: found.file };
    const names = known.map((pipeline) => pipeline.name);
    throw new PerceptError('NOT_FOUND', `There is no pipeline called '${name}'.${suggest(name, names)}`);
  }

  /** Text, inputs and graph of a pipeline. @throws PerceptError NOT_FOUND. */
  async show(name: string, projectId = DEFAULT_PROJECT): Promise<PipelineResponse> {
    const { source, file } = await this.source(name, projectId);
    const { plan, diagnostics, revision } = this.texts.read(source, file);
    const isSaved = file === fileNameOf(name);
    return {
      name,
      description: plan?.description ?? null,
      file: isSaved ? null : basename(file),
      revision,
      number: isSaved ? ((await this.newest(name, projectId))?.number ?? null) : null,
      source,
      inputs: (plan?.inputs ?? []).map((input) => ({ ...input })),
      graph: plan ? toGraph(plan.steps) : null,
      findings: diagnostics,
    };
  }

  /**
   * Saves a new revision. A text equal to the newest revision makes no revision, but its payer becomes the key that saved it last.
   * @param by owns it, and pays for the runs of its triggers.
   * @param begunFrom the revision that the changes are based on; null if the pipeline is new. When absent, the newest revision.
   * @throws PerceptError INVALID_REQUEST; CONFLICT if the project has too many pipelines or triggers, or if the served revision is
   * not the one that the changes are based on.
   */
  async save(
    name: string,
    source: string,
    by: BilledAccount = FIRST_PROJECT,
    begunFrom?: string | null,
  ): Promise<SavedPipelineResponse & { created: boolean }> {
    const { projectId: project_id, keyId: key_id } = by;
    await threadTurns.pass(toShare(by));
    const { plan, diagnostics, revision } = this.texts.read(source, fileNameOf(name), name);
    if (!plan) throw toInvalidPipeline(diagnostics);
    const { store, clock } = this.options;
    return store.transaction(async (tx) => {
      await this.checkRoom(tx, { projectId: project_id, name, triggers: plan.triggers.length });
      const before = await newestRevision(tx.manager, { project_id, name });
      if (before?.revision === revision) {
        await updatePayer(tx.manager, before, key_id);
        return { name, revision, number: before.number, created: false };
      }
      if (begunFrom !== undefined) await this.checkIsServed(begunFrom, name, { projectId: project_id, newest: before });
      const number = (before?.number ?? 0) + 1;
      await insertRevision(tx.manager, { project_id, name, number, revision, source, key_id, created_at: clock.now() });
      await deleteRevisionsBefore(tx.manager, { project_id, name, number: number - MAX_REVISIONS + 1 });
      return { name, revision, number, created: !before?.revision };
    });
  }

  /** The account that pays for the runs of its triggers now. */
  async payer(name: string, projectId: string): Promise<BilledAccount> {
    const keyId = (await this.newest(name, projectId))?.key_id ?? null;
    return { projectId, keyId };
  }

  /**
   * Removes a pipeline. Runs keep the text that they were started with.
   * @throws PerceptError NOT_FOUND; CONFLICT for a file of the folder.
   */
  async remove(name: string, project_id = DEFAULT_PROJECT): Promise<void> {
    const { file } = await this.source(name, project_id);
    if (file !== fileNameOf(name)) {
      throw new PerceptError('CONFLICT', `'${name}' is the file ${basename(file)} of the pipelines folder: remove the file.`);
    }
    const { store, clock } = this.options;
    await store.transaction(async (tx) => {
      const before = await newestRevision(tx.manager, { project_id, name });
      const deleted = { revision: null, source: null, key_id: null };
      const row = { project_id, name, number: before!.number + 1, ...deleted, created_at: clock.now() };
      await insertRevision(tx.manager, row);
      const beyond = await deletedBeyond(tx.manager, project_id, this.limits.pipelines);
      for (const each of beyond) await deletePipeline(tx.manager, each);
    });
  }

  /** The revisions of a pipeline, newest first; empty for a file of the folder. */
  async revisions(name: string, project_id = DEFAULT_PROJECT): Promise<PipelineRevisionResponse[]> {
    const rows = await listRevisions(this.options.store.reader, { project_id, name }, MAX_REVISIONS);
    if (rows.length === 0) await this.source(name, project_id);
    return rows.map(({ number, revision, source, created_at }) => ({
      number,
      revision,
      source,
      created_at: new Date(created_at).toISOString(),
    }));
  }

  /** @throws CONFLICT where something else is served, a saved revision or a file of the folder. */
  private async checkIsServed(
    revision: string | null,
    name: string,
    { projectId, newest }: { projectId: string; newest: PipelineRevisionEntity | null },
  ): Promise<void> {
    const file = newest?.source ? undefined : (await this.files([], projectId)).find((each) => each.name === name);
    const ofFile = file && this.texts.read(file.source, file.file).revision;
    const served = newest?.revision ?? ofFile ?? null;
    if (served === revision) return;
    if (revision === null) throw new PerceptError('CONFLICT', `There is a pipeline called '${name}': choose another name.`);
    const reason = served
      ? `the newest revision is ${served}. Get it, and save your changes to that.`
      : 'it does not exist. Save it without If-Match to create it.';
    const details = { field: 'If-Match', reason };
    throw new PerceptError('CONFLICT', `'${name}' has changed since your changes began: ${reason}`, { details });
  }

  /** Refuses one pipeline too many. If there are too many triggers, refuses to add more. @throws CONFLICT. */
  private async checkRoom(
    tx: Transaction,
    { projectId, name, triggers }: { projectId: string; name: string; triggers: number },
  ): Promise<void> {
    const { pipelines, triggers: most } = this.limits;
    let saved: OwnedPipeline[] = [];
    const isBefore = ({ file }: OwnedPipeline): boolean => file === fileNameOf(name);
    await checkRoom(tx, { projectId, kind: 'pipelines', most: pipelines }, async () => {
      saved = this.toPipelines(await currentRevisions(tx.manager, projectId));
      return saved.some(isBefore) ? 0 : saved.length;
    });
    const before = countTriggers(saved.filter(isBefore));
    if (triggers <= before) return;
    await checkRoom(tx, { projectId, kind: 'triggers', most }, async () => countTriggers(saved) - before, triggers);
  }

  /** The pipelines of a project, or of all. */
  private async all(projectId?: string): Promise<OwnedPipeline[]> {
    const saved = this.toPipelines(await currentRevisions(this.options.store.reader, projectId));
    this.parser.forget(saved, projectId);
    const pipelines = [...(await this.files(saved, projectId)), ...saved];
    return pipelines.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  private toPipelines(rows: readonly PipelineRevisionEntity[]): OwnedPipeline[] {
    return rows.map(({ name, source, project_id, key_id }) => {
      const payer = { projectId: project_id, keyId: key_id };
      return { ...this.parser.read(source!, fileNameOf(name), project_id), payer };
    });
  }

  /** The pipelines of the folder without those that the first project has saved under the same name. */
  private async files(saved: readonly OwnedPipeline[], projectId = DEFAULT_PROJECT): Promise<OwnedPipeline[]> {
    if (projectId !== DEFAULT_PROJECT) return [];
    const own = saved.filter(({ payer }) => payer.projectId === DEFAULT_PROJECT);
    const shadowed = new Set(own.map(({ file }) => file));
    const files = (await this.folder.list()).filter(({ name }) => !shadowed.has(fileNameOf(name)));
    return files.map((pipeline) => ({ ...pipeline, payer: FIRST_PROJECT }));
  }

  private newest(name: string, project_id: string): Promise<PipelineRevisionEntity | null> {
    return newestRevision(this.options.store.reader, { project_id, name });
  }
}

function toScheduled({ name, source, file, findings, plan, payer }: OwnedPipeline): ScheduledPipeline[] {
  const isScheduled = findings.length === 0 && plan && plan.triggers.length > 0;
  return isScheduled ? [{ name, source, file, payer, triggers: plan.triggers }] : [];
}

function countTriggers(pipelines: readonly OwnedPipeline[]): number {
  return pipelines.reduce((sum, { plan }) => sum + (plan?.triggers.length ?? 0), 0);
}

/** The file name that diagnostics of a saved pipeline show. */
function fileNameOf(name: string): string {
  return `${name}.yaml`;
}
