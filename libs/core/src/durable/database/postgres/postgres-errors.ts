const CONFLICTS = ['40001', '40P01'];
/** 25P03: the process hung in the middle of a transaction. 53300: after a restart, all clients reconnect at once. */
const DISCONNECTS = /^(57P0[1-3]|25P03|53300|08\w{3}|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/;
const BROKEN =
  /Connection terminated|Client has encountered a connection error|client is not queryable|already released|timeout exceeded when trying to connect/i;

interface DatabaseError {
  code?: string;
  message?: string;
}

/** Whether another transaction was first. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.includes((error as DatabaseError).code ?? '');
}

export function isDisconnect(error: unknown): boolean {
  const { code = '', message = '' } = error as DatabaseError;
  return DISCONNECTS.test(code) || BROKEN.test(message);
}

const REASONS: [RegExp, string][] = [
  [/^ECONNREFUSED$|^ENOENT$/, 'nobody listens there. Start PostgreSQL, or correct the address.'],
  [/^ENOTFOUND$|^EAI_AGAIN$/, 'the host is unknown. Correct its name.'],
  [/^ETIMEDOUT$|^EHOSTUNREACH$|^ENETUNREACH$/, 'the host does not answer. Look at the network between.'],
  [/^28/, 'the user or the password is wrong.'],
  [/^3D000$/, 'there is no such database. Make it: CREATE DATABASE … .'],
  [/^42501$/, "the user may not make tables there. Give it the right: GRANT CREATE, or make it the database's owner."],
  [/^53300$/, 'it has no connection to spare. Raise max_connections, or run fewer processes.'],
  [/^57P03$/, 'it is starting up or shutting down. Try again.'],
];

/** Explains why the database cannot be used at the start, without showing its password. */
export function explainPostgres(url: string, error: unknown): Error {
  const code = (error as DatabaseError).code ?? '';
  const reason = REASONS.find(([pattern]) => pattern.test(code))?.[1];
  if (!reason) return error instanceof Error ? error : new Error(String(error));
  return new Error(`PostgreSQL on ${describeServer(url)} cannot be used: ${reason} (${code})`, { cause: error });
}

export function describeServer(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host || 'this machine'}${pathname}`;
}
