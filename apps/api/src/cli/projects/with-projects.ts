import {
  type CreateProjectRequest,
  type ProjectResponse,
  type UpdateProjectRequest,
  showProject,
} from '../../access/auth/projects/project-dtos';
import type { ServiceClient } from '../service/client';
import { findServedProject, namedService, type PlaceOptions } from '../service/place';
import { checkLimit } from '../../access/auth/keys/key-terms';
import { checkGrants } from '../../access/auth/projects/grants';
import type { ProjectChanges } from '../../access/auth/projects/projects';
import { COMMAND_LINE, inProject } from '../command-line-caller';
import { withAccess, type AccessServices } from '../context';

/** The projects of an installation, in a service or a database. Projects are named by id or name. */
interface ProjectStore {
  /** Oldest first. */
  list(): Promise<ProjectResponse[]>;
  create(terms: CreateProjectRequest): Promise<ProjectResponse>;
  update(which: string, changes: UpdateProjectRequest): Promise<ProjectResponse>;
  /** @returns how many records were removed. Undefined: the service removes them little by little. */
  delete(which: string): Promise<{ project: ProjectResponse; removed: number | undefined }>;
}

/** Uses the projects of the service that the options name, else of the data folder. */
export async function withProjects<T>(options: PlaceOptions, use: (projects: ProjectStore) => Promise<T>): Promise<T> {
  const service = namedService(options);
  return service ? use(new ServedProjects(service)) : withStoredProjects(use);
}

const PATH = '/v2/projects';

/** The projects of a service. */
class ServedProjects implements ProjectStore {
  constructor(private readonly service: ServiceClient) {}

  async list(): Promise<ProjectResponse[]> {
    return (await this.service.ask<{ projects: ProjectResponse[] }>('GET', PATH)).projects;
  }

  create(body: CreateProjectRequest): Promise<ProjectResponse> {
    return this.service.ask('POST', PATH, { body });
  }

  async update(which: string, body: UpdateProjectRequest): Promise<ProjectResponse> {
    return this.service.ask('PATCH', await this.pathOf(which), { body });
  }

  async delete(which: string): Promise<{ project: ProjectResponse; removed: undefined }> {
    return { project: await this.service.ask('DELETE', await this.pathOf(which)), removed: undefined };
  }

  private async pathOf(which: string): Promise<string> {
    return `${PATH}/${encodeURIComponent((await findServedProject(this.service, which)).id)}`;
  }
}

/** The projects in the database of the data folder. */
class StoredProjects implements ProjectStore {
  constructor(private readonly services: AccessServices) {}

  async list(): Promise<ProjectResponse[]> {
    return (await this.services.projects.list()).map(showProject);
  }

  async create({ name, plan, monthly_limit: monthlyLimit }: CreateProjectRequest): Promise<ProjectResponse> {
    checkLimit(plan, monthlyLimit);
    const project = await this.services.projects.create({ name, plan, monthlyLimit });
    await this.audit('create', project.id);
    return showProject(project);
  }

  async update(
    which: string,
    { name, plan, monthly_limit: limit, roots, buckets }: UpdateProjectRequest,
  ): Promise<ProjectResponse> {
    const { projects, config } = this.services;
    checkGrants(config, { roots, buckets });
    const before = await projects.find(which);
    const next = plan ?? before.plan;
    checkLimit(next, limit);
    const given = { name, plan, roots, buckets, monthly_limit: next === 'enterprise' ? limit : null };
    const changes: ProjectChanges = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const project = await projects.update(before.id, changes);
    await this.audit('update', project.id);
    return showProject(project);
  }

  /** Removes everything itself, as the service would, so that all is gone when the command ends. */
  async delete(which: string): Promise<{ project: ProjectResponse; removed: number }> {
    const { projects, audit, removal } = this.services;
    const { id } = await projects.find(which);
    const project = showProject(await projects.delete(id));
    await audit.record(COMMAND_LINE, { action: 'percept projects delete', target: id });
    return { project, removed: (await removal.work()).get(id) ?? 0 };
  }

  private async audit(action: string, id: string): Promise<void> {
    await this.services.audit.record(inProject(id), { action: `percept projects ${action}`, target: id });
  }
}

const withStoredProjects = <T>(use: (projects: ProjectStore) => Promise<T>): Promise<T> =>
  withAccess((services) => use(new StoredProjects(services)));
