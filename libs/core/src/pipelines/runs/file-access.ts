import { mkdir, realpath } from 'node:fs/promises';
import { folderBytes } from './folder-bytes';
import { join, resolve, sep } from 'node:path';
import { ObjectStorageRules, type BucketAccess } from '../../durable/object-storage';
import { AllowedPaths, DEFAULT_PROJECT, inside, PerceptError } from '../../kernel';
import type { RunEntity } from './entities';

/** Among the grants: everything that the operator opened. */
export const ALL_GRANTED = '*';

/** What an operator granted to a project. Null: everything to the first project, nothing to any other. */
export interface Grants {
  /** Folders inside those that the operator opened, as absolute paths. */
  roots: readonly string[] | null;
  /** Buckets, or beginnings of keys as `bucket/prefix`. */
  buckets: readonly string[] | null;
}

interface FileAccessOptions {
  dataDir: string;
  /** The folders that the operator opened, as absolute paths. */
  roots?: readonly string[];
  /** The folders among them that every project may read, such as the examples. */
  shared?: readonly string[];
  objects?: ObjectStorageRules;
  /** Bytes that runs may fill the folder of a project with; any number when absent. */
  ownFolderBytes?: number;
  /** Absent: everything that the operator opened, to every project. */
  grantsOf?: (projectId: string) => Promise<Grants>;
}

/** Which folders and objects a project may use: what was granted to it, and `files/<id>` in the data folder. */
export class FileAccess {
  constructor(private readonly options: FileAccessOptions) {}

  /** The folders, as absolute paths. Relative paths count from the first one. */
  async roots(projectId: string): Promise<string[]> {
    const { roots = [], shared = [] } = this.options;
    const own = this.ownFolder(projectId);
    await mkdir(own, { recursive: true }).catch(() => undefined);
    const granted = (await this.granted(projectId)).roots;
    if (!granted) return [...roots, own];
    const open = await Promise.all(roots.map(realPathOf));
    const isOpen = await Promise.all(granted.map(async (folder) => isInside(open, await realPathOf(folder))));
    return [own, ...granted.filter((_, index) => isOpen[index]), ...shared];
  }

  async paths(projectId: string): Promise<AllowedPaths> {
    return this.bounded(projectId, await this.roots(projectId));
  }

  /** What a run was allowed to read, without what its project has lost since. Runs of the command line read everything. */
  async pathsOf({ project_id, base, roots }: Pick<RunEntity, 'project_id' | 'base' | 'roots'>): Promise<AllowedPaths> {
    if (!roots) return AllowedPaths.of({ base: base ?? '.' });
    const granted = (await this.granted(project_id)).roots;
    if (!granted) return this.bounded(project_id, roots);
    const open = [...granted, ...(this.options.shared ?? [])].filter((folder) => roots.includes(folder));
    return this.bounded(project_id, [this.ownFolder(project_id), ...open]);
  }

  /** @param bounded false for the command line's own user. */
  async objects(projectId: string, { bounded }: { bounded: boolean }): Promise<BucketAccess> {
    const { objects = new ObjectStorageRules() } = this.options;
    return objects.for({ bounded, granted: (await this.granted(projectId)).buckets });
  }

  /** Absent: everything that the operator opened. */
  async granted(projectId: string): Promise<{ roots?: readonly string[]; buckets?: readonly string[] }> {
    const { roots, buckets } = (await this.options.grantsOf?.(projectId)) ?? {};
    const nothingGiven = this.options.grantsOf && projectId !== DEFAULT_PROJECT ? [] : undefined;
    const given = (list: readonly string[] | null | undefined) =>
      list?.includes(ALL_GRANTED) ? undefined : (list ?? nothingGiven);
    return { roots: given(roots), buckets: given(buckets) };
  }

  ownFolder(projectId: string): string {
    return join(resolve(this.options.dataDir), 'files', projectId);
  }

  /** @throws PerceptError CONFLICT where runs may write nothing more into the folder of the project. */
  async checkRoom(projectId: string, path: string): Promise<void> {
    const [folder, most] = [this.ownFolder(projectId), this.options.ownFolderBytes];
    if (!most || !inside(folder, path) || (await folderBytes(folder)) < most) return;
    throw new PerceptError(
      'CONFLICT',
      `The folder ${projectId} has more than ${Math.round(most / MB)} MB (PERCEPT_RETENTION_MB): remove files of it.`,
    );
  }

  /** The folders of other projects are closed, wherever a root lies. */
  private async bounded(projectId: string, roots: readonly string[]): Promise<AllowedPaths> {
    const files = join(resolve(this.options.dataDir), 'files');
    const folders = new Set([files, await realPathOf(files)]);
    const isOfOther = (path: string): boolean =>
      [...folders].some((folder) => {
        const [name = ''] = inside(folder, path) ? path.slice(folder.length + 1).split(sep) : [];
        return PROJECT_FOLDER.test(name) && name !== projectId;
      });
    return AllowedPaths.of({ base: '.', roots, closed: isOfOther });
  }
}

const MB = 1024 * 1024;
const PROJECT_FOLDER = /^prj_\w+$/;
const realPathOf = (folder: string): Promise<string> => realpath(folder).catch(() => folder);
const isInside = (folders: readonly string[], path: string): boolean => folders.some((folder) => inside(folder, path));
