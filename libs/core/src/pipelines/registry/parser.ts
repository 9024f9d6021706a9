import { basename, extname } from 'node:path';
import { parsePipeline, type Catalogue, type Plan, type PipelineSummaryResponse } from '../language';

/** A served pipeline as it was read. */
export interface ServedPipeline extends PipelineSummaryResponse {
  source: string;
  /** Undefined if there are mistakes. */
  plan: Plan | undefined;
}

/** Parses a text again only when it has changed: the schedules read all pipelines every few seconds. */
export class PipelineParser {
  private readonly parsed = new Map<string, ServedPipeline>();

  constructor(private readonly catalogue: Catalogue) {}

  /** @param projectId of a saved pipeline: projects may use the same names. */
  read(source: string, file: string, projectId = ''): ServedPipeline {
    const key = `${projectId} ${file}`;
    const known = this.parsed.get(key);
    if (known?.source === source) return known;
    const { plan, diagnostics } = parsePipeline(source, file, this.catalogue);
    const name = plan?.name ?? basename(file, extname(file));
    const pipeline = { name, description: plan?.description ?? null, file, findings: diagnostics, source, plan };
    this.parsed.set(key, pipeline);
    return pipeline;
  }
}
