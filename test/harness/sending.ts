import type { RunningPercept } from './percept';

/** Everything that a key may do. */
export const ALL_SCOPES = ['predict', 'pipelines', 'webhooks', 'admin'];

export interface Answer {
  status: number;
  body: any;
  headers: Headers;
}

export interface Sent {
  method?: string;
  /** The service's own first key when absent; empty: none. */
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Sending {
  send(path: string, sent?: Sent): Promise<Answer>;
  post(path: string, body?: unknown, more?: Sent): Promise<Answer>;
  /** Makes a key, with every scope where none are named. */
  make(wanted: object): Promise<any>;
}

/** Requests with JSON bodies and answers. */
export function sending(service: () => RunningPercept): Sending {
  const send: Sending['send'] = async (path, { method = 'GET', key = service().key, body, headers } = {}) => {
    const answer = await fetch(`${service().url}${path}`, {
      method,
      headers: {
        ...(key && { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: text ? JSON.parse(text) : undefined, headers: answer.headers };
  };
  const post: Sending['post'] = (path, body, more = {}) => send(path, { method: 'POST', body, ...more });
  return { send, post, make: async (wanted) => (await post('/v1/keys', { name: 'made', scopes: ALL_SCOPES, ...wanted })).body };
}
