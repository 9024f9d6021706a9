import { Injectable } from '@nestjs/common';
import { DEFAULT_PROJECT, newId, Store, systemClock, type Clock } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { KeyPlan } from '../plan';
import type { ProjectEntity } from './project.entity';
import { revokeProjectKeys } from '../keys/api-key.repository';
import { findAnyProject, findProject, findProjectByName, insertProject, listProjects, updateProject } from './project.repository';

export interface NewProject {
  name: string;
  plan?: KeyPlan;
  /** Requests a month; null or absent: the plan's limit. */
  monthlyLimit?: number | null;
}

export type ProjectChanges = Partial<Pick<ProjectEntity, 'name' | 'plan' | 'monthly_limit' | 'roots' | 'buckets'>>;

const FIRST_STAYS =
  'The first project cannot be deleted: it owns the pipelines folder. To remove all of its data, remove the data folder.';

/** The projects of the installation. */
@Injectable()
export class Projects {
  private readonly clock: Clock = systemClock;

  constructor(private readonly store: Store) {}

  /** @throws CONFLICT if the name is taken. */
  create({ name, plan = 'free', monthlyLimit = null }: NewProject): Promise<ProjectEntity> {
    const row = {
      id: newId('prj'),
      name,
      plan,
      monthly_limit: monthlyLimit,
      roots: null,
      buckets: null,
      created_at: this.clock.now(),
      deleted_at: null,
      erased_at: null,
    };
    return this.store.transaction(async ({ manager }) => {
      if (await findProjectByName(manager, name)) throw nameTaken(name);
      await insertProject(manager, row);
      return row;
    });
  }

  /** Oldest first; includes projects that are being removed. */
  list(): Promise<ProjectEntity[]> {
    return listProjects(this.store.reader);
  }

  /** @throws NOT_FOUND. */
  async get(id: string): Promise<ProjectEntity> {
    const row = await findProject(this.store.reader, id);
    if (!row) throw noSuchProject(id);
    return row;
  }

  /** As `get`, but also finds a project that is being removed. */
  async getAny(id: string): Promise<ProjectEntity> {
    const row = await findAnyProject(this.store.reader, id);
    if (!row) throw noSuchProject(id);
    return row;
  }

  /**
   * Ends a project for good: its keys end at once and nobody can act in it. `ProjectRemoval` removes its data.
   * @throws NOT_FOUND; CONFLICT for the first project, which owns the files of the pipelines folder.
   */
  delete(id: string): Promise<ProjectEntity> {
    return this.store.transaction(async ({ manager }) => {
      const row = await findAnyProject(manager, id);
      if (!row) throw noSuchProject(id);
      if (id === DEFAULT_PROJECT) throw new PerceptError('CONFLICT', FIRST_STAYS);
      if (row.deleted_at !== null) return row;
      const deleted_at = this.clock.now();
      await revokeProjectKeys(manager, id, deleted_at);
      await updateProject(manager, id, { deleted_at });
      return { ...row, deleted_at };
    });
  }

  /** Finds a project by its id or its name. @throws NOT_FOUND. */
  async find(idOrName: string): Promise<ProjectEntity> {
    return (await findProjectByName(this.store.reader, idOrName)) ?? this.get(idOrName);
  }

  /** @throws NOT_FOUND; CONFLICT if the name is taken. */
  update(id: string, changes: ProjectChanges): Promise<ProjectEntity> {
    return this.store.transaction(async ({ manager }) => {
      const before = await findProject(manager, id);
      if (!before) throw noSuchProject(id);
      const { name } = changes;
      const namesake = name === undefined ? null : await findProjectByName(manager, name);
      if (namesake && namesake.id !== id) throw nameTaken(name!);
      if (Object.keys(changes).length > 0) await updateProject(manager, id, changes);
      return { ...before, ...changes };
    });
  }
}

export function noSuchProject(id: string): PerceptError {
  return PerceptError.notFound(`The project '${id.slice(0, 100)}'`);
}

function nameTaken(name: string): PerceptError {
  return new PerceptError('CONFLICT', `There is a project named '${name}' already: choose another name.`);
}
