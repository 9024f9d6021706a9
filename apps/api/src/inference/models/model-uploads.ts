import { Injectable } from '@nestjs/common';
import { Config, ModelWatcher } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { keepEarlier } from './earlier-versions';
import { checkModelName, inTemporaryFolder, move, storeManifest, type UploadedModel } from './model-folder';

/** Puts uploaded models into the models folder, for all projects. An unusable model is refused, and the previous one stays. */
@Injectable()
export class ModelUploads {
  /** One upload at a time, so that two never replace the same folder. */
  private work: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly config: Config,
    private readonly live: ModelWatcher,
  ) {}

  /** @throws as `put`, except for `file`. INVALID_REQUEST for `manifest` has every mistake at its line. */
  async check(name: string, manifest: string): Promise<void> {
    this.checkName(name);
    await inTemporaryFolder(tmpdir(), async (folder) => void (await storeManifest(folder, manifest)));
  }

  /** @throws INVALID_REQUEST for `name`, `manifest` or `file`; CONFLICT for the name of a model that comes with Percept. */
  async put(name: string, { manifest, bytes }: UploadedModel): Promise<void> {
    this.checkName(name);
    const models = this.config.ownModelsDir;
    const waiting = join(models, '.pulling');
    await mkdir(waiting, { recursive: true });
    await inTemporaryFolder(waiting, async (folder) => {
      const drafted = join(folder, name);
      const { file } = await storeManifest(drafted, manifest);
      await writeFile(join(drafted, file), bytes);
      const turn = this.work.then(() => this.exchange({ drafted, place: join(models, name), old: join(folder, 'old') }));
      this.work = turn.catch(() => undefined);
      await turn;
    });
  }

  /** Tries the model at its final place, and restores the previous one if it cannot be used. */
  private async exchange({ drafted, place, old }: { drafted: string; place: string; old: string }): Promise<void> {
    await keepEarlier(place, drafted);
    await move(place, old);
    await rename(drafted, place);
    await this.live.reload();
    const tried = this.entryOf(basename(place));
    if (tried && tried.state !== 'broken') return;
    await rm(place, { recursive: true });
    await move(old, place);
    await this.live.reload();
    throw PerceptError.invalid(
      'file',
      tried?.reason?.replaceAll(place, '').trim() ?? 'could not be tried: see the log of the service.',
    );
  }

  /** @throws NOT_FOUND; CONFLICT for a model that comes with Percept or that a setting names. */
  async delete(name: string): Promise<void> {
    const { own, task } = this.entryOf(name) ?? {};
    if (own === undefined) throw PerceptError.notFound(`The model '${name.slice(0, 60)}'`);
    if (!own) throw new PerceptError('CONFLICT', `The model '${name}' comes with Percept.`);
    if (task && this.config.defaultModels[task] === name)
      throw new PerceptError('CONFLICT', `PERCEPT_DEFAULT_MODELS names '${name}' for ${task}: change it first.`);
    await rm(join(this.config.ownModelsDir, name), { recursive: true, force: true });
    await this.live.reload();
  }

  private checkName(name: string): void {
    checkModelName(name);
    if (this.entryOf(name)?.own === false)
      throw new PerceptError('CONFLICT', `The model '${name}' comes with Percept: choose another name, and make it the default.`);
  }

  private entryOf(name: string) {
    return this.live.list().find((each) => each.name === name);
  }
}
