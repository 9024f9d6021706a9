import { Injectable } from '@nestjs/common';
import { newId, PerceptError, Store, systemClock, type Clock } from '@percept/core';
import type { Plan } from '../auth/plan';
import type { ProjectEntity } from './project.entity';
import { findProject, findProjectByName, insertProject, listProjects, updateProject } from './project.repository';

export interface NewProject {
  name: string;
  plan?: Plan;
  /** Requests a month; null or absent: as the plan says. */
  monthlyLimit?: number | null;
}

export type ProjectChanges = Partial<Pick<ProjectEntity, 'name' | 'plan' | 'monthly_limit'>>;

/** The projects of the installation. */
@Injectable()
export class Projects {
  private readonly clock: Clock = systemClock;

  constructor(private readonly store: Store) {}

  /** @throws CONFLICT for a name that is taken. */
  create({ name, plan = 'free', monthlyLimit = null }: NewProject): Promise<ProjectEntity> {
    const row = { id: newId('prj'), name, plan, monthly_limit: monthlyLimit, created_at: this.clock.now() };
    return this.store.transaction(async ({ manager }) => {
      if (await findProjectByName(manager, name)) throw nameTaken(name);
      await insertProject(manager, row);
      return row;
    });
  }

  /** Oldest first. */
  list(): Promise<ProjectEntity[]> {
    return listProjects(this.store.reader);
  }

  /** @throws NOT_FOUND. */
  async get(id: string): Promise<ProjectEntity> {
    const row = await findProject(this.store.reader, id);
    if (!row) throw noSuchProject(id);
    return row;
  }

  /** By id or by name. @throws NOT_FOUND. */
  async find(idOrName: string): Promise<ProjectEntity> {
    return (await findProjectByName(this.store.reader, idOrName)) ?? this.get(idOrName);
  }

  /** @throws NOT_FOUND; CONFLICT for a name that is taken. */
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
