import { Injectable } from '@nestjs/common';
import { checkRoom, Config, ModelWatcher, projectModelsDir, Semaphore, Store, tryProjectModel, type Share } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProject } from '../../access/auth/projects/project.repository';
import { noSuchProject } from '../../access/auth/projects/projects';
import { keepEarlier } from './earlier-versions';
import { checkModelName, inTemporaryFolder, isName, move, storeManifest, type UploadedModel } from './model-folder';
import { modelPaths, TRIAL_PROCESS } from './model-paths';

const MEGABYTE = 1024 * 1024;

/** The models of projects: a model that a project's key uploads belongs to that project alone and cannot harm others. */
@Injectable()
export class ProjectModels {
  /** One trial at a time, shared fairly between projects. */
  private readonly trials = new Semaphore(1);

  constructor(
    private readonly config: Config,
    private readonly live: ModelWatcher,
    private readonly store: Store,
  ) {}

  /**
   * @throws INVALID_REQUEST for `name`, `manifest` or `file`; CONFLICT if a model of all projects has the name or the project has
   * too many models; FORBIDDEN if projects may have no models.
   */
  async put(share: Share, name: string, { manifest, bytes }: UploadedModel): Promise<void> {
    this.check(name);
    const waiting = join(this.config.ownModelsDir, '.pulling');
    await mkdir(waiting, { recursive: true });
    await inTemporaryFolder(waiting, async (folder) => {
      const drafted = join(folder, name);
      const { file } = await readOwnPage(drafted, manifest);
      await writeFile(join(drafted, file), bytes);
      await this.trials.acquire({ share, rank: '' });
      try {
        const added = { project: share.project, name, bytes: bytes.length };
        await this.inRoom(added);
        await this.tryOut(drafted, share.project);
        // Other processes may have used up the space or taken the name during the trial.
        const place = this.placeOf(share.project, name);
        await this.inRoom(added, () => this.exchange(drafted, join(folder, 'old'), place));
      } finally {
        this.trials.release();
      }
    });
    await this.live.reload();
  }

  /** @throws as `put`, except for `file`. */
  async checkManifest(name: string, manifest: string): Promise<void> {
    this.check(name);
    const waiting = join(this.config.ownModelsDir, '.pulling');
    await mkdir(waiting, { recursive: true });
    await inTemporaryFolder(waiting, async (folder) => void (await readOwnPage(folder, manifest)));
  }

  /** @throws NOT_FOUND; FORBIDDEN for a model of all projects. */
  async delete(project: string, name: string): Promise<void> {
    // Another process may have removed it a moment ago.
    if (!isName(name) || !existsSync(this.placeOf(project, name))) {
      if (this.isShared(name))
        throw new PerceptError(
          'FORBIDDEN',
          `All projects have the model '${name}': only an administrator of this installation removes it.`,
        );
      throw PerceptError.notFound(`The model '${name.slice(0, 60)}'`);
    }
    await rm(this.placeOf(project, name), { recursive: true, force: true });
    await this.live.reload();
  }

  private check(name: string): void {
    if (process.platform === 'win32')
      throw new PerceptError(
        'FORBIDDEN',
        'Projects have no models of their own on Windows, where the memory of a process cannot be limited.',
      );
    if (this.config.projectLimits.models_mb === 0)
      throw new PerceptError(
        'FORBIDDEN',
        'Projects have no models of their own here (PERCEPT_PROJECT_LIMITS has models_mb=0). Ask an administrator.',
      );
    checkModelName(name);
    if (this.isShared(name)) throw new PerceptError('CONFLICT', `All projects have a model '${name}': choose another name.`);
  }

  private isShared(name: string): boolean {
    const { models, broken } = this.live.current;
    return [...models, ...broken].some((each) => each.name === name);
  }

  private placeOf(project: string, name: string): string {
    return join(projectModelsDir(this.config.ownModelsDir, project), name);
  }

  /** Adds models to a project one at a time, across processes. @throws CONFLICT; NOT_FOUND once the project is removed. */
  private async inRoom({ project, name, bytes }: Added, work = async (): Promise<void> => undefined): Promise<void> {
    const folder = projectModelsDir(this.config.ownModelsDir, project);
    const { models: count, models_mb: most } = this.config.projectLimits;
    await this.store.transaction(async (tx) => {
      let others: string[] = [];
      await checkRoom(tx, { projectId: project, kind: 'models', most: count }, async () => {
        const names = await readdir(folder).catch((): string[] => []);
        others = names.filter((each) => each !== name);
        return others.length < names.length ? 0 : names.length;
      });
      if (!(await findProject(tx.manager, project))) throw noSuchProject(project);
      const sizes = await Promise.all(others.map((each) => sizeOf(join(folder, each))));
      if (sizes.reduce((sum, size) => sum + size, bytes) > most * MEGABYTE)
        throw new PerceptError(
          'CONFLICT',
          `The models of this project take ${most} MB (models_mb of PERCEPT_PROJECT_LIMITS). Delete some.`,
        );
      await work();
    });
  }

  /** @throws INVALID_REQUEST for `file`. */
  private async tryOut(folder: string, project: string): Promise<void> {
    const reason = await tryProjectModel({ folder, project, paths: modelPaths(this.config) }, { trialPath: TRIAL_PROCESS });
    if (reason !== undefined) throw PerceptError.invalid('file', reason.replaceAll(folder, '').trim());
  }

  private async exchange(drafted: string, old: string, place: string): Promise<void> {
    await mkdir(join(place, '..'), { recursive: true });
    await keepEarlier(place, drafted);
    await move(place, old);
    await rename(drafted, place);
  }
}

interface Added {
  project: string;
  name: string;
  bytes: number;
}

/** @throws INVALID_REQUEST for `manifest`. */
async function readOwnPage(folder: string, text: string): Promise<{ file: string }> {
  const manifest = await storeManifest(folder, text);
  if (manifest.default)
    throw PerceptError.invalid(
      'manifest',
      "has 'default: true': a model of a project answers where a request names it. Remove the line.",
    );
  return manifest;
}

/** Size of a folder's files in bytes, including earlier versions. */
async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch((): string[] => []);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
