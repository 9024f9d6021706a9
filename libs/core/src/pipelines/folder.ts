import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Catalogue } from './catalogue';
import { parsePipeline } from './parse';
import type { PipelineSummary } from './pipelines';

/** The pipelines of a folder: its files that end in .yaml or .yml. */
export class PipelineFolder {
  constructor(
    private readonly folder: string,
    private readonly catalogue: Catalogue,
  ) {}

  /** By name. A file with mistakes goes by the name of the file. */
  async list(): Promise<PipelineSummary[]> {
    const files = await this.files();
    const summaries = await Promise.all(files.map((file) => this.summary(file)));
    const seen = new Map<string, string>();
    for (const { name, file, findings } of summaries) {
      const first = seen.get(name);
      if (first) findings.push({ file, line: 1, column: 1, message: `The name '${name}' is taken already by ${first}.` });
      else seen.set(name, file);
    }
    return summaries.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async read(file: string): Promise<{ source: string; file: string }> {
    return { source: await readFile(file, 'utf8'), file };
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

  private async summary(file: string): Promise<PipelineSummary> {
    const { plan, findings } = parsePipeline(await readFile(file, 'utf8'), file, this.catalogue);
    return { name: plan?.name ?? basename(file, extname(file)), description: plan?.description ?? null, file, findings };
  }
}
