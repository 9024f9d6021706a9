import { Injectable, Optional } from '@nestjs/common';
import { checkRoom, Config, Store, systemClock, SecretBox } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { Clock } from '@percept/core';
import type { ProjectSecretEntity } from './project-secret.entity';
import { countSecrets, deleteSecret, findSecrets, listSecrets, saveSecret } from './project-secret.repository';

interface NewSecret {
  name: string;
  value: string;
  hosts: string[];
}

/** Secrets of projects. Nobody can read a value again: only runs of the project's pipelines get it. */
@Injectable()
export class ProjectSecrets {
  private opened?: SecretBox;

  constructor(
    private readonly store: Store,
    private readonly config: Config,
    @Optional() private readonly clock: Clock = systemClock,
  ) {}

  /** Lists the secrets of a project by name. */
  list(projectId: string): Promise<ProjectSecretEntity[]> {
    return listSecrets(this.store.reader, projectId);
  }

  /**
   * Sets value and hosts together: otherwise, somebody who does not know the value could send it to their own host.
   * @throws CONFLICT for too many.
   */
  set(project_id: string, { name, value, hosts }: NewSecret): Promise<{ row: ProjectSecretEntity; created: boolean }> {
    return this.store.transaction(async (tx) => {
      const { manager } = tx;
      const room = { projectId: project_id, kind: 'secrets', most: this.config.projectLimits.secrets } as const;
      const find = () => findSecrets(manager, project_id, [name]);
      await checkRoom(tx, room, async () => ((await find()).length > 0 ? 0 : countSecrets(manager, project_id)));
      const [before] = await find();
      const now = this.clock.now();
      const encrypted_value = this.box.seal(value, toSealContext(project_id, name));
      const row = { project_id, name, encrypted_value, hosts, created_at: before?.created_at ?? now, updated_at: now };
      await saveSecret(manager, row);
      return { row, created: !before };
    });
  }

  /** @throws NOT_FOUND. */
  async delete(projectId: string, name: string): Promise<void> {
    const wasThere = await this.store.transaction(({ manager }) => deleteSecret(manager, projectId, name));
    if (!wasThere) throw PerceptError.notFound(`The secret '${name.slice(0, 100)}'`);
  }

  /** The values for a run. @throws Error if the installation has lost the key that encrypted them. */
  async open(projectId: string, names: readonly string[]) {
    const rows = await findSecrets(this.store.reader, projectId, names);
    return rows.map(({ name, encrypted_value, hosts }) => ({
      ...{ name, hosts },
      value: this.box.open(encrypted_value, toSealContext(projectId, name)),
    }));
  }

  /** Opened at the first use: commands that need no secret need no key file. */
  private get box(): SecretBox {
    return (this.opened ??= SecretBox.of(this.config));
  }
}

/** Binds a ciphertext to its project and name, so that it cannot be moved elsewhere. */
export const toSealContext = (projectId: string, name: string): string => `secret ${name} of ${projectId}`;
