import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { PipelineParser, ServedPipeline } from './parser';

/** The pipelines of a folder: its files that end in .yaml or .yml. */
export class PipelineFolder {
  constructor(
    private readonly folder: string,
    private readonly parser: PipelineParser,
  ) {}

  /** Sorted by name. A file with mistakes goes by its file name. */
  async list(): Promise<ServedPipeline[]> {
    const files = await this.files();
    const found = await Promise.all(files.map(async (file) => this.parser.read(await readFile(file, 'utf8'), file)));
    const owners = new Map<string, string>();
    const checked = found.map((pipeline): ServedPipeline => {
      const { name, file, findings } = pipeline;
      const owner = owners.get(name);
      if (!owner) owners.set(name, file);
      const taken = { file, line: 1, column: 1, message: `The name '${name}' is taken already by ${owner}.` };
      return owner ? { ...pipeline, findings: [...findings, taken] } : pipeline;
    });
    return checked.sort((a, b) => (a.name < b.name ? -1 : 1));
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
