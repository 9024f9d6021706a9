import type { PerceptError } from '../kernel';
import type { DoorFaces, DoorObjects } from './door-stores';

/** A request to a door, before its body is read. */
export interface DoorRequest {
  /** The request id, as in errors and the log. */
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

/** The input of a call of a capability. */
export interface DoorInput {
  /** The parameters, such as `{ image_data: … }`. */
  fields?: Record<string, unknown>;
  /** A file instead of such a parameter. Its bytes are copied before the worker takes them. */
  media?: { field: 'image' | 'video' | 'document'; bytes: Uint8Array };
}

/** The answer of a capability. */
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

/** A form with all its files, in its order. */
export interface DoorFiles {
  fields: Record<string, string>;
  files: { name: string; bytes: Uint8Array }[];
}

/** The credential of a caller who signs requests instead of sending a key. */
export interface SignedCredential {
  /** The id of the key pair. */
  accessKeyId: string;
  /** @throws PerceptError unless the request was signed with this secret. */
  readonly check: (secret: string) => void;
}

/** A request whose body was read, with what the service can do for its caller. */
export interface DoorCall extends DoorRequest {
  /** The bytes of the body; none for a form with files. */
  readonly body: Buffer;
  /** Names and values of the headers in turn, as they were sent, so that duplicates are visible. */
  readonly rawHeaders: readonly string[];
  /** Whether the caller is known already. If not, the route calls `admit` before anything else. */
  readonly admitted: boolean;
  /** Scheme and host as the caller wrote them, such as `https://percept.example.com`. */
  readonly origin: string;
  /** The version of Percept. */
  readonly version: string;
  /** The face collections of the caller's project. */
  readonly faces: DoorFaces;
  /** The S3 objects that the caller may read. */
  readonly objects: DoorObjects;
  /** Reads the fields and the file of a form. @throws INVALID_REQUEST, PAYLOAD_TOO_LARGE. */
  form(): Promise<DoorInput>;
  /** Reads the fields and all files of a form, three files at most. @throws INVALID_REQUEST, PAYLOAD_TOO_LARGE. */
  files(): Promise<DoorFiles>;
  /**
   * Identifies the caller by a key that was in the body, or by a signature.
   * @throws UNAUTHORIZED, FORBIDDEN, RATE_LIMITED, and what the check of a signature throws.
   */
  admit(credential: string | undefined | SignedCredential): Promise<void>;
  /** The models of all projects, and those of the caller's project. `task` is null for a broken model. */
  models(): { name: string; task: string | null }[];
  /**
   * Calls a capability for the caller. The call is counted, measured and reported by an event, as on the capability's own route.
   * @throws what the capability throws; QUOTA_EXCEEDED, OVERLOADED.
   */
  call<T = Record<string, unknown>>(capability: string, input: DoorInput): Promise<DoorOutput<T>>;
  /**
   * Accepts a call for execution from the queue; it counts like a direct call.
   * @returns its id, for `accepted` and `GET /v2/analyses/{id}`.
   * @throws INVALID_REQUEST, RATE_LIMITED, QUOTA_EXCEEDED.
   */
  accept(capability: string, input: DoorInput): Promise<string>;
  /** Finds an accepted call of the caller's project. @throws NOT_FOUND; PAYLOAD_TOO_LARGE for a result beyond 16 MB. */
  accepted(id: string): Promise<AcceptedCall>;
}

/** The answer of a door's route. */
export interface DoorAnswer {
  /** 200 if absent. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** JSON, or bytes or a string with their own `content-type`. */
  body?: unknown;
}

/** An error in the form that the door's clients expect. */
export interface DoorError {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** One or more paths of a door. */
export interface DoorRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Such as `/v1/things/:name`. A colon that belongs to the path is written twice. `*` at the end matches any rest. */
  path: string | readonly string[];
  /** The capability that each call needs. If no worker has room for it, a call is refused before its body is read. */
  capability?: string;
  /** Anybody may call it without a key. */
  open?: boolean;
  /** @throws PerceptError, which the door's `error` converts for its clients. */
  answer(call: DoorCall): DoorAnswer | Promise<DoorAnswer>;
}

/** Says that the route admits the caller after the body was read, because the body contains the key or is part of the proof. */
export class BodyCredential {
  /** @param accessKeyId of the key pair that the caller claims to sign with. An unknown id is refused before the body is read. */
  constructor(readonly accessKeyId?: string) {}
}

/** The interface of another service in front of capabilities. Its clients work once their address and key are changed. */
export interface Door {
  /** The name in PERCEPT_COMPAT, such as `azure`. */
  name: string;
  /** Names the service whose interface it is. */
  description: string;
  /** The API key in the headers or the query; undefined: none was sent. */
  credential(request: DoorRequest): string | undefined | BodyCredential;
  /** Converts an error to the form of the protocol. */
  error(error: PerceptError, request: DoorRequest): DoorError;
  routes: readonly DoorRoute[];
}
