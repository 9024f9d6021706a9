import { Injectable } from '@nestjs/common';
import { Events, PluginHost, PostponedCall, Store, type CallInput, type CallOptions, type CallResult } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { CapabilityDefinition } from '@percept/sdk';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getCallerShare } from '../../access/auth/caller';
import { Metrics } from '../../platform/health/metrics';
import { ClientDisconnected } from '../../request/http/client-disconnected';
import { readCallInput } from './call-input';

/** The longest video, in seconds, that a caller waits for; a longer one is accepted with 202. */
const LIVE_SECONDS = 30;

/** The request of a call, and what the host needs besides its input. */
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

  async answer(capability: CapabilityDefinition, exchange: CallExchange): Promise<Record<string, unknown>> {
    const { request, reply } = exchange;
    const result = await this.call(capability, () => readCallInput(request), exchange);
    void reply.header('server-timing', serverTiming(result.timings));
    if (result.models.length > 0) void reply.header('percept-models', namesOf(result.models));
    return result.output;
  }

  /** As above, with an input that was read elsewhere. A request may make several calls. */
  async call(
    capability: CapabilityDefinition,
    readInput: () => CallInput | Promise<CallInput>,
    exchange: CallExchange,
  ): Promise<CallResult> {
    const { id, long } = capability;
    return this.observed(id, exchange, async (options) => {
      const input = await readInput();
      if (long) input.liveSeconds ??= LIVE_SECONDS;
      const result = await this.host.call(id, input, options);
      // The caller already has the result. A copy in the event would take as much of the disk as the caller likes.
      return { ...result, event: capability.told?.(result.output) ?? (result.isLarge ? undefined : result.output) };
    });
  }

  /** Runs a model on raw tensors. Its event contains the shapes of the outputs, not their numbers. */
  async infer(message: Parameters<PluginHost['infer']>[0], exchange: CallExchange): ReturnType<PluginHost['infer']> {
    return this.observed('model.infer', exchange, async (options) => {
      const result = await this.host.infer(message, options);
      void exchange.reply.header('server-timing', serverTiming(result.timings));
      return { ...result, event: { outputs: result.outputs } };
    });
  }

  /** Runs a call for the request, measures it and emits its event. */
  private async observed<R extends Pick<CallResult, 'timings' | 'models'> & { event?: object }>(
    id: string,
    { request, reply, ...options }: CallExchange,
    work: (options: CallOptions) => Promise<R>,
  ): Promise<Omit<R, 'event'>> {
    const started = performance.now();
    try {
      // The connection may have been closed while the key was looked up.
      if (request.raw.socket.destroyed) throw new ClientDisconnected();
      const gone = disconnection(reply);
      const signal = options.signal ? AbortSignal.any([gone, options.signal]) : gone;
      const { event, ...result } = await work({ ...options, signal, share: request.caller && getCallerShare(request.caller) });
      const { models } = result;
      const data = { capability: id, source: 'request', request_id: request.id, models, result: event };
      await this.store.transaction((tx) => this.events.emit(tx, request.caller!.projectId, 'prediction.completed', data));
      this.metrics.observeCall(id, 'ok', performance.now() - started, result.timings);
      return result;
    } catch (reason) {
      const error: unknown = options.signal?.aborted ? new ClientDisconnected() : reason;
      if (error instanceof PostponedCall) throw error;
      await this.failed(id, request, error, performance.now() - started);
      throw error;
    }
  }

  /** A caller's mistake is reported to the caller only. A failure of the service also emits an event. */
  private async failed(id: string, request: FastifyRequest, error: unknown, durationMs: number): Promise<void> {
    const code = error instanceof PerceptError ? error.code : error instanceof ClientDisconnected ? 'CALLER_GONE' : 'INTERNAL';
    this.metrics.observeCall(id, code, durationMs);
    if (code === 'CALLER_GONE' || code === 'OVERLOADED') return;
    if (error instanceof PerceptError && error.status < 500) return;
    const message = error instanceof PerceptError ? error.message : 'internal error';
    const data = { capability: id, source: 'request', request_id: request.id, error: { code, message } };
    await this.store.transaction((tx) => this.events.emit(tx, request.caller!.projectId, 'prediction.failed', data));
  }
}

/** A signal for all calls of a request. It aborts when the client disconnects, so that the calls leave the queue. */
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

/** The models that answered, with their versions: `centernet/1.0, classifier/1.0`. A header may contain ASCII only. */
function namesOf(models: CallResult['models']): string {
  return models.map(({ name, version }) => `${name}/${version}`.replaceAll(/[^\x21-\x7e]/g, '?')).join(', ');
}

/** Milliseconds, as the browser's network panel shows them: `queue;dur=0.4, decode;dur=12.1, …`. */
function serverTiming(timings: Record<string, number>): string {
  return Object.entries(timings)
    .map(([stage, ms]) => `${stage};dur=${ms.toFixed(1)}`)
    .join(', ');
}
