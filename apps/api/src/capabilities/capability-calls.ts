import { Injectable } from '@nestjs/common';
import {
  Events,
  PerceptError,
  PluginHost,
  PostponedCall,
  Store,
  type CallInput,
  type CallOptions,
  type CallResult,
  type CapabilityDefinition,
} from '@percept/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { shareOf } from '../auth/caller';
import { Metrics } from '../health/metrics';
import { ClientDisconnected } from '../http/client-disconnected';
import { callInputOf } from './call-input';

/** The longest video, in seconds, that a caller waits for; a longer one is accepted with 202. */
const LIVE_SECONDS = 30;

/** The request that a call belongs to, and what the host needs beside its input. */
export interface CallExchange extends Pick<CallOptions, 'signal' | 'onProgress'> {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** One call of a capability over HTTP: runs it, measures it, emits its event and returns its output. */
@Injectable()
export class CapabilityCalls {
  constructor(
    private readonly host: PluginHost,
    private readonly store: Store,
    private readonly events: Events,
    private readonly metrics: Metrics,
  ) {}

  async answer(capability: CapabilityDefinition, request: FastifyRequest, reply: FastifyReply): Promise<Record<string, unknown>> {
    const result = await this.call(capability, () => callInputOf(request), { request, reply });
    void reply.header('server-timing', serverTiming(result.timings));
    if (result.models.length > 0) void reply.header('percept-models', namesOf(result.models));
    return result.output;
  }

  /** The same with an input that was read elsewhere; a request may make several calls. */
  async call(
    capability: CapabilityDefinition,
    readInput: () => CallInput | Promise<CallInput>,
    { request, reply, ...options }: CallExchange,
  ): Promise<CallResult> {
    const started = performance.now();
    try {
      // The connection may have been closed while the key was looked up.
      if (request.raw.socket.destroyed) throw new ClientDisconnected();
      const gone = disconnection(reply);
      const input = await readInput();
      if (capability.long) input.liveSeconds ??= LIVE_SECONDS;
      const signal = options.signal ? AbortSignal.any([gone, options.signal]) : gone;
      const share = request.caller && shareOf(request.caller);
      const result = await this.host.call(capability.id, input, { ...options, signal, share });
      await this.store.transaction((tx) =>
        this.events.emit(tx, request.caller!.projectId, 'prediction.completed', completedEvent(capability, request, result)),
      );
      this.metrics.observeCall(capability.id, 'ok', performance.now() - started, result.timings);
      return result;
    } catch (reason) {
      const error: unknown = options.signal?.aborted ? new ClientDisconnected() : reason;
      if (error instanceof PostponedCall) throw error;
      await this.failed(capability, request, error, performance.now() - started);
      throw error;
    }
  }

  /** A caller's mistake is answered to the caller. Only a failure of the service emits an event. */
  private async failed(
    capability: CapabilityDefinition,
    request: FastifyRequest,
    error: unknown,
    durationMs: number,
  ): Promise<void> {
    const code = error instanceof PerceptError ? error.code : error instanceof ClientDisconnected ? 'CALLER_GONE' : 'INTERNAL';
    this.metrics.observeCall(capability.id, code, durationMs);
    if (code === 'CALLER_GONE' || code === 'OVERLOADED') return;
    if (error instanceof PerceptError && error.status < 500) return;
    const message = error instanceof PerceptError ? error.message : 'internal error';
    const data = { capability: capability.id, source: 'request', request_id: request.id, error: { code, message } };
    await this.store.transaction((tx) => this.events.emit(tx, request.caller!.projectId, 'prediction.failed', data));
  }
}

/** Aborted when the client disconnects: its calls leave the queue. One signal for all calls of a request. */
function disconnection(reply: FastifyReply): AbortSignal {
  const known = disconnections.get(reply);
  if (known) return known;
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new ClientDisconnected());
  });
  disconnections.set(reply, gone.signal);
  return gone.signal;
}

const disconnections = new WeakMap<FastifyReply, AbortSignal>();

function completedEvent(capability: CapabilityDefinition, request: FastifyRequest, result: CallResult): Record<string, unknown> {
  return { capability: capability.id, source: 'request', request_id: request.id, models: result.models, result: result.output };
}

/** `centernet/1.0, classifier/1.0`: the models that answered, with their versions. A header has no letters beyond ASCII. */
function namesOf(models: CallResult['models']): string {
  return models.map(({ name, version }) => `${name}/${version}`.replaceAll(/[^\x21-\x7e]/g, '?')).join(', ');
}

/** `queue;dur=0.4, decode;dur=12.1, …`: milliseconds, as the browser's network panel shows them. */
function serverTiming(timings: Record<string, number>): string {
  return Object.entries(timings)
    .map(([stage, ms]) => `${stage};dur=${ms.toFixed(1)}`)
    .join(', ');
}
