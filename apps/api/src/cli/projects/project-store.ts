import type { CreateProjectRequest, ProjectResponse, UpdateProjectRequest } from '../../auth/projects/project-dtos';

/** The projects of an installation, wherever it is. Projects are named by id or name. */
export interface ProjectStore {
  /** Oldest first. */
  list(): Promise<ProjectResponse[]>;
  create(terms: CreateProjectRequest): Promise<ProjectResponse>;
  update(which: string, changes: UpdateProjectRequest): Promise<ProjectResponse>;
  /** @returns how many records were removed; undefined: the service removes them by and by. */
  delete(which: string): Promise<{ project: ProjectResponse; removed: number | undefined }>;
}
