import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { modelFolders } from './read';

const PROJECTS = '.projects';

/** Where the models of a project are, below the folder of the installation's own. */
export const projectModelsDir = (ownModelsDir: string, project: string): string => join(ownModelsDir, PROJECTS, project);

/** The folders of the models of each project. */
export function projectFolders(ownModelsDir: string | undefined): { project: string; folders: string[] }[] {
  const all = ownModelsDir === undefined ? '' : join(ownModelsDir, PROJECTS);
  if (!existsSync(all)) return [];
  const found = readdirSync(all, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return found.map(({ name: project }) => ({ project, folders: modelFolders(join(all, project)) }));
}
