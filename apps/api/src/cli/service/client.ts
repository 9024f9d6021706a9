import { parseJson, toJson, type PerceptError } from '@percept/sdk';
import { VERSION } from '../../platform/config/version';
import { CommandError } from '../output/command-error';
import { findConnection, type Connection, type ConnectionOptions } from './connection';

const TIME_LIMIT_MS = 60_000;

type Query = Record<string, string | number | boolean | undefined>;

interface ServiceRequest {
  query?: Query;
  /** The body: a form is sent as such, anything else as JSON. */
  body?: unknown;
  /** JSON lines to send instead of a body. */
  lines?: string;
  /** HTTP statuses besides 2xx whose body is also an answer. */
  also?: number[];
}

interface ErrorBody {
  code?: string;
  message?: string;
  details?: PerceptError['details'];
}

/** A refusal with the service's HTTP status and details. */
export class ServiceError extends CommandError {
  constructor(
    message: string,
    readonly status: number,
    /** The invalid parameter, or the mistakes of a pipeline. */
    readonly details: PerceptError['details'],
  ) {
    super(message, status < 500 ? 2 : 1);
    this.name = 'ServiceError';
  }
}

/** The service that the options name, asked over HTTP. */
export class ServiceClient {
  constructor(
    readonly connection: Connection,
    /** Undefined: the project of the key. */
    private readonly projectId?: string,
  ) {}

  /** The same service, acting in the given project. Only administrators of the installation may choose one. */
  inProject(id: string): ServiceClient {
    return new ServiceClient(this.connection, id);
  }

  /** @throws CommandError if the service does not answer; ServiceError if it refuses. Both say how to fix it. */
  async ask<T>(method: string, path: string, request: ServiceRequest = {}): Promise<T> {
    const answer = await this.send(method, path, request);
    // A service without authentication asks for no key.
    if (answer.status === 401 && !this.connection.key) throw noKey(this.connection.url);
    const text = await answer.text();
    if (answer.ok || request.also?.includes(answer.status)) return (text === '' ? undefined : parseJson(text)) as T;
    throw refusal(answer.status, text, this.connection);
  }

  /** All rows of a paged list, at most `limit`. */
  async pages<T>(path: string, field: string, { limit, ...query }: Query & { limit: number }): Promise<T[]> {
    const rows: T[] = [];
    for (let cursor: string | undefined; rows.length < limit;) {
      const part = Math.min(limit - rows.length, 100);
      const page = await this.ask<Record<string, unknown>>('GET', path, { query: { ...query, limit: part, cursor } });
      rows.push(...(page[field] as T[]));
      cursor = (page['next_cursor'] as string | null) ?? undefined;
      if (cursor === undefined) break;
    }
    return rows;
  }

  private async send(method: string, path: string, { query = {}, body, lines }: ServiceRequest): Promise<Response> {
    const { url, key, from } = this.connection;
    const given = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
    const search = given.size === 0 ? '' : `?${given.toString()}`;
    const headers = {
      'user-agent': `percept-cli/${VERSION}`,
      ...(key && { authorization: `Bearer ${key}` }),
      ...(this.projectId !== undefined && { 'percept-project': this.projectId }),
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...(lines !== undefined && { 'content-type': 'application/x-ndjson' }),
    };
    const sent = lines ?? (body instanceof FormData ? body : toJson(body));
    const init = { method, headers, body: sent, signal: AbortSignal.timeout(TIME_LIMIT_MS) };
    return fetch(`${url}${path}${search}`, init).catch((error: Error) => {
      const { cause } = error as { cause?: { code?: string; message?: string } };
      throw new CommandError(unreachable(url, from, cause?.code ?? cause?.message ?? error.message), 1, { cause: error });
    });
  }
}

function unreachable(url: string, from: string, why: string): string {
  if (/CERT|LEAF_SIGNATURE/.test(why))
    return `The certificate of ${url}, the one of ${from}, is not accepted (${why}). If an authority of your own made it, name the file of that authority in NODE_EXTRA_CA_CERTS.`;
  return `No service answers on ${url}, the one of ${from} (${why}). Start it with 'percept serve', or name another with --url, PERCEPT_URL or 'percept login'.`;
}

export const openService = (options: ConnectionOptions): ServiceClient => new ServiceClient(findConnection(options));

/** The error of a command that needs a key and has none. */
const noKey = (url: string): CommandError =>
  new CommandError(
    `There is no API key for ${url}. Make one where the service runs: percept keys create --name laptop. ` +
      `Then keep it: percept login --url ${url} --key KEY (or export PERCEPT_KEY=KEY).`,
    2,
  );

function refusal(status: number, text: string, { url, from }: Connection): ServiceError {
  const { message, details } = errorOf(text);
  const cure = status === 401 ? ` Make another key where it runs, and give it to 'percept login' or PERCEPT_KEY.` : '';
  const said = message ?? `${text.slice(0, 200)} (is this a Percept service?)`;
  return new ServiceError(`The service on ${url} (${from}) answers ${status}: ${said}${cure}`, status, details);
}

function errorOf(text: string): ErrorBody {
  try {
    return (JSON.parse(text) as { error?: ErrorBody }).error ?? {};
  } catch {
    return {};
  }
}
