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
  /** Whose things the request sees and changes. */
  projectId: string;
  /** Whether the caller may choose any project with the header `Percept-Project`, and govern what belongs to none, as models do. */
  administersInstallation: boolean;
  /** Acts in another project than its own. */
  isVisiting?: boolean;
  scopes: readonly Scope[];
  /** Requests a month; absent: no limit. */
  monthlyLimit?: number;
  /** When a key ends, in milliseconds since the epoch; absent: never. */
  expiresAt?: number;
}

/** What a caller has done later on counts against this. */
export function billedAccountOf({ kind, id, projectId, isVisiting }: Caller) {
  return { projectId, keyId: kind === 'key' && !isVisiting ? id : null };
}

/** Whose share of the machine the caller's work takes. */
export function shareOf({ id, projectId }: Caller): Share {
  return { project: projectId, key: id };
}

/** The share of a request whose caller is known only after its body was read: one for each address. */
export const shareOfStranger = (address: string): Share => ({ project: '', key: address });

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller;
  }
}
