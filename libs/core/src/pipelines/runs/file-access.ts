import { mkdir, realpath } from 'node:fs/promises';
import { folderBytes } from './folder-bytes';
import { join, resolve, sep } from 'node:path';
import { ObjectStorageRules, type BucketAccess } from '../../durable/object-storage';
import { AllowedPaths, DEFAULT_PROJECT, inside, PerceptError } from '../../kernel';
import type { RunEntity } from './entities';

/** A grant of everything that the operator opened. */
export const ALL_GRANTED = '*';

/** What an operator granted to a project. Null: the first project may use everything, any other project nothing. */
export interface Grants {
  /** Granted folders inside those that the operator opened, as absolute paths. */
  roots: readonly string[] | null;
  /** Buckets, or key prefixes as `bucket/prefix`. */
  buckets: readonly string[] | null;
}

interface FileAccessOptions {
  dataDir: string;
  /** The folders that the operator opened, as absolute paths. */
  roots?: readonly string[];
  /** Opened folders that every project may read, such as the examples. */
  shared?: readonly string[];
  objects?: ObjectStorageRules;
  /** How many bytes runs may write into a project's folder; unlimited when absent. */
  ownFolderBytes?: number;
  /** The grants of a project. When absent, every project may use everything that the operator opened. */
  grantsOf?: (projectId: string) => Promise<Grants>;
}

/** The folders and objects that a project may use: its grants, and `files/<id>` in the data folder. */
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

  /**
   * The paths that a run was allowed to read, without those that its project has lost since. Runs of the command line read
   * everything.
   */
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

  /** The grants of a project. Absent fields mean everything that the operator opened. */
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

  /** @throws PerceptError CONFLICT if runs may write nothing more into the project's folder. */
  async checkRoom(projectId: string, path: string): Promise<void> {
    const [folder, most] = [this.ownFolder(projectId), this.options.ownFolderBytes];
    if (!most || !inside(folder, path) || (await folderBytes(folder)) < most) return;
    throw new PerceptError(
      'CONFLICT',
      `The folder ${projectId} has more than ${Math.round(most / MB)} MB (PERCEPT_RETENTION_MB): remove files of it.`,
    );
  }

  /** Excludes the folders of other projects from every root. */
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
