import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callersEnvironment } from '../../platform/config/environment';
import { CommandError } from '../output/command-error';

interface Profile {
  url: string;
  key: string;
}

export const DEFAULT_PROFILE = 'default';

const fileOfProfiles = (): string => join(callersEnvironment().configDir, 'profiles.json');

/** The services that `percept login` keeps, by name; none before the first login. @throws CommandError if the file is broken. */
export function readProfiles(): Record<string, Profile> {
  const file = fileOfProfiles();
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Profile>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}. Remove it and log in again.`, 1, {
      cause: error,
    });
  }
}

/** Replaces the file atomically; only its user may read it. @returns the path of the file. */
export function writeProfiles(profiles: Record<string, Profile>): string {
  const file = fileOfProfiles();
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
  const next = `${file}.${process.pid}`;
  writeFileSync(next, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
  chmodSync(next, 0o600);
  renameSync(next, file);
  return file;
}

/** @throws CommandError that lists the existing profiles. */
export function findProfile(name: string): Profile {
  const profiles = readProfiles();
  const found = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (found) return found;
  const names = Object.keys(profiles);
  const there = names.length > 0 ? `There are ${names.join(', ')}.` : 'There are none.';
  throw new CommandError(`There is no profile '${name}'. ${there} Make it: percept login --url URL --profile ${name}`, 2);
}
