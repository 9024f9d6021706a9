import type { PipelineSummary } from '../language';
import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Catalogue } from '../language';
import { type Parsed, parsePipeline } from '../language';

/** A pipeline that is served, as it was read. */
export interface ServedPipeline extends PipelineSummary {
  source: string;
  /** Undefined where there are findings. */
  plan: Parsed['plan'];
}

/** The pipelines of a folder: its files that end in .yaml or .yml. */
export class PipelineFolder {
  constructor(
    private readonly folder: string,
    private readonly parser: PipelineParser,
  ) {}

  /** By name. A file with mistakes goes by the name of the file. */
  async list(): Promise<ServedPipeline[]> {
    const files = await this.files();
    const found = await Promise.all(files.map(async (file) => this.parser.read(await readFile(file, 'utf8'), file)));
    const seen = new Map<string, string>();
    const judged = found.map((pipeline): ServedPipeline => {
      const { name, file, findings } = pipeline;
      const first = seen.get(name);
      if (!first) seen.set(name, file);
      const taken = { file, line: 1, column: 1, message: `The name '${name}' is taken already by ${first}.` };
      return first ? { ...pipeline, findings: [...findings, taken] } : pipeline;
    });
    return judged.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  private async files(): Promise<string[]> {
    const names = await readdir(this.folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return names
      .filter((name) => ['.yaml', '.yml'].includes(extname(name)))
      .sort()
      .map((name) => join(this.folder, name));
  }
}

/** Parses a text anew only when it has changed: the look after schedules comes by all pipelines each second. */
export class PipelineParser {
  private readonly known = new Map<string, ServedPipeline>();

  constructor(private readonly catalogue: Catalogue) {}

  read(source: string, file: string): ServedPipeline {
    const known = this.known.get(file);
    if (known?.source === source) return known;
    const { plan, findings } = parsePipeline(source, file, this.catalogue);
    const name = plan?.name ?? basename(file, extname(file));
    const read = { name, description: plan?.description ?? null, file, findings, source, plan };
    this.known.set(file, read);
    return read;
  }
}
