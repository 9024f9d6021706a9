import { DEFAULT_PROJECT } from '@percept/core';
import { userInfo } from 'node:os';
import { SCOPES } from '../access/auth/scopes';
import type { Caller } from '../access/auth/caller';

/** The user of the command line, who can write the database. The audit log names the user of the system. */
export const COMMAND_LINE: Caller = {
  kind: 'command_line',
  id: 'command_line',
  name: userName(),
  projectId: DEFAULT_PROJECT,
  administersInstallation: true,
  scopes: SCOPES,
};

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id without a name.
    return 'unknown';
  }
}

/** The user of the command line, acting in a project. */
export const inProject = (projectId: string): Caller => ({ ...COMMAND_LINE, projectId });
