import { suggest } from '@percept/sdk';
import type { Command } from 'commander';
import { resolve } from 'node:path';
import { readEnvironment } from '../../platform/config/environment';
import type { ProjectResponse } from '../../access/auth/projects/project-dtos';
import { CommandError } from '../output/command-error';
import { openService, type ServiceClient } from './client';
import { namesService, serviceOptions, type ConnectionOptions } from './connection';

/** Options of a command that works on a service, or on the database of the data folder. */
export interface PlaceOptions extends ConnectionOptions {
  json?: boolean;
}

export interface ProjectPlaceOptions extends PlaceOptions {
  /** The project's id or name. */
  project?: string;
}

const TEACHING = `
With --url or --profile (or PERCEPT_URL, PERCEPT_PROFILE) the service does it, and its key decides what is allowed.
Without, the command works on the database of the data folder (PERCEPT_DATA_DIR, PERCEPT_DATABASE_URL) and needs no key.`;

/** Adds the options of a command that works in either place, and help that explains the choice. */
export const inEitherPlace = (command: Command): Command => serviceOptions(command).addHelpText('after', TEACHING);

/** The service that the user names. Undefined: the data folder, and then the user is told so, unless they want JSON only. */
export function namedService(options: PlaceOptions): ServiceClient | undefined {
  if (namesService(options)) return openService(options);
  if (!options.json) tellDataFolder();
  return undefined;
}

/** Like `namedService`, but acts in the named project, or in that of the key if none is named. @throws CommandError if there is no such project. */
export async function namedServiceIn({ project, ...options }: ProjectPlaceOptions): Promise<ServiceClient | undefined> {
  const service = namedService(options);
  return service && project !== undefined ? service.inProject((await findServedProject(service, project)).id) : service;
}

/**
 * Finds a project by name or id.
 * @throws CommandError that lists the projects; ServiceError for a key that may not list projects.
 */
export async function findServedProject(service: ServiceClient, which: string): Promise<ProjectResponse> {
  const { projects } = await service.ask<{ projects: ProjectResponse[] }>('GET', '/v2/projects');
  const found = projects.find(({ name }) => name === which) ?? projects.find(({ id }) => id === which);
  if (found) return found;
  const names = projects.map(({ name }) => name);
  const near = suggest(which, names) || ` There are: ${names.join(', ')}.`;
  throw new CommandError(`The service on ${service.connection.url} has no project '${which}'.${near}`, 2);
}

/** Tells the user on which database a command works. */
export function tellDataFolder(): void {
  const { PERCEPT_DATABASE_URL, PERCEPT_DATA_DIR } = readEnvironment();
  const place = PERCEPT_DATABASE_URL ? 'database of PERCEPT_DATABASE_URL' : `data folder ${resolve(PERCEPT_DATA_DIR)}`;
  process.stderr.write(`Uses the ${place}.\n`);
}
