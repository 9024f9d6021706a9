import type { CreateProjectRequest, ProjectResponse, UpdateProjectRequest } from '../../auth/projects/project-dtos';
import type { ServiceClient } from '../service/client';
import { findServedProject, namedService, type PlaceOptions } from '../service/place';
import type { ProjectStore } from './project-store';
import { withStoredProjects } from './stored-projects';

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
