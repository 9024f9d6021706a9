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

  read(source: string, file: string): ServedPipeline {
    const known = this.parsed.get(file);
    if (known?.source === source) return known;
    const { plan, diagnostics } = parsePipeline(source, file, this.catalogue);
    const name = plan?.name ?? basename(file, extname(file));
    const pipeline = { name, description: plan?.description ?? null, file, findings: diagnostics, source, plan };
    this.parsed.set(file, pipeline);
    return pipeline;
  }
}
