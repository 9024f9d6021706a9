import type { Store } from '../../durable/database';
import { parseS3Url } from '../../durable/object-storage';
import type { SizedRow } from '../../durable/retention';
import { runFolderPath } from '../outputs';
import type { RunFiles } from './artifact';
import { folderBytes } from './folder-bytes';
import { averageItemBytes, countItems } from './entities/item.repository';

/**
 * The approximate size of ended runs: their files in the data folder or in object storage, and their items. Each run is measured
 * once.
 */
export class RunSizes {
  private known = new Map<string, number>();
  private measured = new Map<string, number>();

  constructor(
    private readonly store: Store,
    private readonly files: RunFiles,
  ) {}

  /** Forgets the runs that nobody asked for since the last call. */
  begin(): void {
    this.known = this.measured;
    this.measured = new Map();
  }

  /** The size in bytes. A run that was retried has another end, and is measured again. */
  async of({ id, ended }: SizedRow): Promise<number> {
    if (ended === null) return 0;
    const key = `${id} ${ended}`;
    const size = this.known.get(key) ?? (await this.measure(id));
    this.measured.set(key, size);
    return size;
  }

  private async measure(id: string): Promise<number> {
    const items = await countItems(this.store.reader, id);
    const each = items === 0 ? 0 : await averageItemBytes(this.store.reader, id);
    return Math.round(items * each) + (await folderBytes(runFolderPath(this.files.dataDir, id))) + (await this.objectBytes(id));
  }

  private async objectBytes(id: string): Promise<number> {
    const { objects } = this.files;
    const folder = objects.runFolder(id);
    if (!folder) return 0;
    let bytes = 0;
    for await (const page of objects.storage.list(parseS3Url(`${folder}/`))) for (const { size } of page) bytes += size;
    return bytes;
  }
}
