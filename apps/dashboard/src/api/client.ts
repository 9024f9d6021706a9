import createClient, { type Middleware } from 'openapi-fetch';
import { markBackground } from './background';
import type { components, paths } from './schema';

/** The schemas of the OpenAPI document, by name. */
export type Shapes = components['schemas'];

/** An error answer of the service, with the service's message. */
export class ApiError extends Error {
  readonly code: string;
  /** The faulty parameter. */
  readonly field?: string;
  /** What is wrong with the parameter. */
  readonly reason?: string;
  readonly requestId?: string;
  /** Mistakes in a submitted text, with their positions. */
  readonly findings: readonly Finding[];

  constructor(
    readonly status: number,
    { error }: ErrorBody,
  ) {
    super(error?.message ?? `The service answered ${status}.`);
    this.code = error?.code ?? 'INTERNAL';
    this.field = error?.details?.field;
    this.reason = error?.details?.reason;
    this.requestId = error?.request_id;
    this.findings = error?.details?.findings ?? [];
  }
}

export interface ErrorBody {
  error?: {
    code?: string;
    message?: string;
    request_id?: string;
    details?: { field?: string; reason?: string; findings?: Finding[] };
  };
}

/** Lines and columns count from 1. */
export interface Finding {
  line: number;
  column: number;
  message: string;
}

async function errorOf(response: Response): Promise<ApiError> {
  return new ApiError(response.status, ((await response.json().catch(() => ({}))) ?? {}) as ErrorBody);
}

const throwErrors: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw await errorOf(response);
  },
};

/** The public API, typed from its own OpenAPI document. Errors are thrown as `ApiError`. */
export const api = createClient<paths>({ baseUrl: '/' });
api.use(throwErrors, markBackground);

/** Returns the body of an answer. Errors were thrown before. */
export async function answered<T>(call: Promise<{ data?: T }>): Promise<T> {
  return (await call).data as T;
}

/** Calls an operation whose answer has no schema in the document. @throws ApiError */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const sent = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(path, { method, ...sent });
  if (!response.ok) throw await errorOf(response);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** Gets bytes from an address, which the typed client does not cover. @throws ApiError */
export async function getBytes(address: string, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw await errorOf(response);
  return response;
}

/** Posts a form with a file, which the typed client does not cover. @throws ApiError */
export async function postForm<T>(path: string, form: FormData, headers: Record<string, string> = {}): Promise<T> {
  const response = await fetch(path, { method: 'POST', body: form, headers });
  if (!response.ok) throw await errorOf(response);
  return (await response.json()) as T;
}

/** The error message for one form field, shown beside its label. */
export function wrongWith(error: unknown, field: string): string | undefined {
  return error instanceof ApiError && error.field?.split(/[.[]/)[0] === field ? (error.reason ?? error.message) : undefined;
}
