import type { CreateProjectRequest, ProjectResponse, UpdateProjectRequest } from '../../auth/projects/project-dtos';

/** The projects of an installation, in a service or a database. Projects are named by id or name. */
export interface ProjectStore {
  /** Oldest first. */
  list(): Promise<ProjectResponse[]>;
  create(terms: CreateProjectRequest): Promise<ProjectResponse>;
  update(which: string, changes: UpdateProjectRequest): Promise<ProjectResponse>;
  /** @returns how many records were removed. Undefined: the service removes them little by little. */
  delete(which: string): Promise<{ project: ProjectResponse; removed: number | undefined }>;
}
