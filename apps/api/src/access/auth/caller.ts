import type { Share } from '@percept/core';
import type { Scope } from './scopes';

export const CALLER_KINDS = ['key', 'administrator', 'command_line', 'anyone'] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

/** The sender of a request: an API key, a signed-in administrator, or anyone where authentication is off. */
export interface Caller {
  kind: CallerKind;
  /** Id of the key or of the administrator. */
  id: string;
  name: string;
  /** The project whose data the request sees and changes. */
  projectId: string;
  /**
   * Whether the caller may choose any project with the header `Percept-Project`, and manage what belongs to no project, such as
   * models.
   */
  administersInstallation: boolean;
  /** Whether the caller acts in another project than its own. */
  isVisiting?: boolean;
  scopes: readonly Scope[];
  /** Requests a month; absent: no limit. */
  monthlyLimit?: number;
  /** When a key ends, in milliseconds since the epoch; absent: never. */
  expiresAt?: number;
}

/** The account that pays for the caller's later work. */
export function getBilledAccount({ kind, id, projectId, isVisiting }: Caller) {
  return { projectId, keyId: kind === 'key' && !isVisiting ? id : null };
}

/** The share of the machine that the caller's work takes. */
export function getCallerShare({ id, projectId }: Caller): Share {
  return { project: projectId, key: id };
}

/** The share of a request whose caller is known only after its body was read: one for each address. */
export const shareOfStranger = (address: string): Share => ({ project: '', key: address });

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller;
  }
}
