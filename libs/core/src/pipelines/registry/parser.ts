import { basename, extname } from 'node:path';
import type { BilledAccount } from '../../kernel';
import { parsePipeline, type Catalogue, type Plan, type PipelineSummaryResponse } from '../language';

/** The project id of the folder's files. */
const FOLDER = '';

/** A served pipeline as it was read. */
export interface ServedPipeline extends PipelineSummaryResponse {
  source: string;
  /** Undefined if there are mistakes. */
  plan: Plan | undefined;
}

/** Parses a text again only when it has changed: the schedules read all pipelines every few seconds. */
export class PipelineParser {
  /** The parsed pipelines by project, then by file. */
  private readonly parsed = new Map<string, Map<string, ServedPipeline>>();

  constructor(private readonly catalogue: Catalogue) {}

  /** @param projectId the project of a saved pipeline: projects may use the same names. */
  read(source: string, file: string, projectId = FOLDER): ServedPipeline {
    const ofProject = this.parsed.get(projectId) ?? new Map<string, ServedPipeline>();
    const known = ofProject.get(file);
    if (known?.source === source) return known;
    const { plan, diagnostics } = parsePipeline(source, file, this.catalogue);
    const name = plan?.name ?? basename(file, extname(file));
    const pipeline = { name, description: plan?.description ?? null, file, findings: diagnostics, source, plan };
    this.parsed.set(projectId, ofProject.set(file, pipeline));
    return pipeline;
  }

  /** Forgets the saved pipelines of a project, or of all projects, except those in `there`. */
  forget(there: readonly (ServedPipeline & { payer: BilledAccount })[], projectId?: string): void {
    const known = new Set(there.map(({ file, payer }) => `${payer.projectId} ${file}`));
    for (const [project, pipelines] of this.parsed) {
      if (project === FOLDER || (projectId !== undefined && project !== projectId)) continue;
      for (const file of pipelines.keys()) if (!known.has(`${project} ${file}`)) pipelines.delete(file);
      if (pipelines.size === 0) this.parsed.delete(project);
    }
  }
}
