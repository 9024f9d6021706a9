import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from './schema';

/** An error answer of the service, in its own words. */
export class ApiError extends Error {
  readonly code: string;
  /** The parameter at fault. */
  readonly field?: string;
  readonly requestId?: string;

  constructor(
    readonly status: number,
    { error }: ErrorBody,
  ) {
    super(error?.message ?? `The service answered ${status}.`);
    this.code = error?.code ?? 'INTERNAL';
    this.field = error?.details?.field;
    this.requestId = error?.request_id;
  }
}

interface ErrorBody {
  error?: { code?: string; message?: string; request_id?: string; details?: { field?: string; reason?: string } };
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
api.use(throwErrors);

/** A form with a file: what the typed client does not cover. @throws ApiError */
export async function postForm<T>(path: string, form: FormData, signal?: AbortSignal): Promise<T> {
  const response = await fetch(path, { method: 'POST', body: form, signal });
  if (!response.ok) throw await errorOf(response);
  return (await response.json()) as T;
}
