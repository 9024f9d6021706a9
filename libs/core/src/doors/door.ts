import type { PerceptError } from '../kernel';

/** A request of a door, before its body is read. */
export interface DoorRequest {
  /** The request id, as errors and the log have it. */
  readonly id: string;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  /** A parameter that was given more than once is a list. */
  readonly query: Readonly<Record<string, string | string[] | undefined>>;
}

/** What a capability is called with. */
export interface DoorInput {
  /** The parameters, such as `{ image_data: … }`. */
  fields?: Record<string, unknown>;
  /** A file in the place of such a parameter. Its bytes are copied before the worker takes them. */
  media?: { field: 'image' | 'video' | 'document'; bytes: Uint8Array };
}

/** What a capability answered. */
export interface DoorOutput<T = Record<string, unknown>> {
  output: T;
  /** Milliseconds by stage. */
  timings: Readonly<Record<string, number>>;
  /** The models that answered. */
  models: readonly { name: string; version: string }[];
}

/** A call that was accepted. */
export interface AcceptedCall {
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
  capability: string;
  /** Milliseconds since 1970. */
  created_at: number;
  ended_at: number | null;
  /** The output of the capability, once it has succeeded. */
  result: Record<string, unknown> | null;
  error: { code: string; message: string } | null;
}

/** A request whose body was read, and what the door may ask of the service for its caller. */
export interface DoorCall extends DoorRequest {
  /** The bytes of the body; none for a form. */
  readonly body: Buffer;
  /** Scheme and host as the caller wrote them, such as `https://percept.example.com`. */
  readonly origin: string;
  /** The version of Percept. */
  readonly version: string;
  /** The fields and the file of a form. @throws INVALID_REQUEST, PAYLOAD_TOO_LARGE. */
  form(): Promise<DoorInput>;
  /** Identifies the caller by a key that was in the body. @throws UNAUTHORIZED, FORBIDDEN, RATE_LIMITED. */
  admit(key: string | undefined): Promise<void>;
  /**
   * Calls a capability for the caller: counted, measured and reported by an event, as on its own route.
   * @throws what the capability throws; QUOTA_EXCEEDED, OVERLOADED.
   */
  call<T = Record<string, unknown>>(capability: string, input: DoorInput): Promise<DoorOutput<T>>;
  /**
   * Accepts a call, to be executed from the queue; it counts as one that is waited for.
   * @returns its id, for `accepted` and `GET /v2/analyses/{id}`.
   * @throws INVALID_REQUEST, RATE_LIMITED, QUOTA_EXCEEDED.
   */
  accept(capability: string, input: DoorInput): Promise<string>;
  /** A call of the caller's project that was accepted. @throws NOT_FOUND; PAYLOAD_TOO_LARGE for a result beyond 16 MB. */
  accepted(id: string): Promise<AcceptedCall>;
}

/** What a route of a door answers. */
export interface DoorAnswer {
  /** 200 if absent. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** JSON; bytes or a text with a `content-type` of their own. */
  body?: unknown;
}

/** An error as the clients of the door expect it. */
export interface DoorError {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** A path of a door. */
export interface DoorRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Such as `/v1/things/:name`. A colon of the path itself is written twice, and `*` at the end stands for any rest. */
  path: string | readonly string[];
  /** The capability that each call needs: where no worker has room for it, the call is refused before its body is read. */
  capability?: string;
  /** Anybody may send it, without a key. */
  open?: boolean;
  /** @throws PerceptError, which `error` of the door puts into the shape of its clients. */
  answer(call: DoorCall): DoorAnswer | Promise<DoorAnswer>;
}

/** The key is in the body, or the body is part of the proof: the route admits the caller after the body was read. */
export class BodyCredential {
  /** @param accessKeyId of the pair that the caller claims to sign with: one that is unknown is refused before the body is read. */
  constructor(readonly accessKeyId?: string) {}
}

/** The interface of another service in front of capabilities: its clients work with only the address and the key changed. */
export interface Door {
  /** The name in PERCEPT_COMPAT, such as `azure`. */
  name: string;
  /** Whose interface it is. */
  description: string;
  /** The API key in the headers or the query; undefined: none was sent. */
  credential(request: DoorRequest): string | undefined | BodyCredential;
  /** The error in the shape of the protocol. */
  error(error: PerceptError, request: DoorRequest): DoorError;
  routes: readonly DoorRoute[];
}
