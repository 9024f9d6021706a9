import type { Command } from 'commander';
import { resolve } from 'node:path';
import { callersEnvironment, readEnvironment } from '../../platform/config/environment';
import { readServiceAddress } from '../../platform/config/service-address';
import { CommandError } from '../output/command-error';
import { DEFAULT_PROFILE, findProfile, readProfiles } from './profiles';

export interface ConnectionOptions {
  url?: string;
  key?: string;
  profile?: string;
}

export interface Connection {
  /** The address without a trailing slash. */
  url: string;
  key: string | undefined;
  /** Why this service was chosen, for display. */
  from: string;
}

const TEACHING = `
The service is the one of --url or --profile, else of PERCEPT_URL or PERCEPT_PROFILE, else of 'percept login',
else the one of the data folder. The key is --key, else PERCEPT_KEY, or the profile's own.`;

/** Adds the options of every command that asks a running service. */
export const serviceOptions = (command: Command): Command =>
  command
    .option('--url <url>', 'the address of the service, such as https://percept.example.com')
    .option('--key <key>', 'an API key of the service')
    .option('--profile <name>', "a service that 'percept login' keeps");

/** Adds these options, and help that says which service is asked and gives examples. */
export const onService = (command: Command, examples: string): Command =>
  serviceOptions(command).addHelpText('after', `${TEACHING}\n\nExamples:\n${examples.replace(/^/gm, '  $ ')}`);

/** Whether the user names a service, for commands that work without one: a stored profile alone does not count. */
export function namesService({ url, key, profile }: ConnectionOptions): boolean {
  if (url !== undefined || key !== undefined || profile !== undefined) return true;
  readEnvironment();
  const callers = callersEnvironment();
  return callers.url !== undefined || callers.profile !== undefined;
}

/** Finds the service that a command asks. @throws CommandError if the address is not HTTP, or there is no such profile. */
export function findConnection(options: ConnectionOptions): Connection {
  const config = readEnvironment();
  const { url, key, profile } = callersEnvironment();
  if (options.url !== undefined) return byUrl(options.url, { key: options.key ?? key, from: '--url' });
  if (options.profile !== undefined) return byProfile(options.profile, options.key);
  if (url !== undefined) return byUrl(url, { key: options.key ?? key, from: 'PERCEPT_URL' });
  if (profile !== undefined) return byProfile(profile, options.key);
  if (Object.hasOwn(readProfiles(), DEFAULT_PROFILE)) return byProfile(DEFAULT_PROFILE, options.key);
  const from = `the data folder ${resolve(config.PERCEPT_DATA_DIR)}`;
  return { url: readServiceAddress(config), key: options.key ?? key, from };
}

function byProfile(name: string, key: string | undefined): Connection {
  const profile = findProfile(name);
  return { url: profile.url, key: key ?? profile.key, from: `the profile '${name}'` };
}

/** A profile's key for another service is never sent to this one. */
function byUrl(text: string, { key, from }: { key: string | undefined; from: string }): Connection {
  const url = readUrl(text, from);
  const known = Object.values(readProfiles()).find((profile) => profile.url === url);
  return { url, key: key ?? known?.key, from };
}

/** @throws CommandError if the text is not an HTTP address. */
function readUrl(text: string, from: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash) return url.href.replace(/\/+$/, '');
  throw new CommandError(`${from} is '${text}': it must be an address such as https://percept.example.com.`, 2);
}
