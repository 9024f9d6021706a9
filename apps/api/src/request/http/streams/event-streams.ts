import { FairBudget } from '@percept/core';
import { type PerceptError } from '@percept/sdk';
import type { FastifyRequest } from 'fastify';
import { getCallerShare, type Caller } from '../../../access/auth/caller';

/** The time between two looks at one state; longer if a project watches many. */
export const POLL_INTERVAL_MS = 500;
const TOPICS_AT_FULL_PACE = 16;
/** How often the caller's right to watch is checked. */
const CHECK_MS = 2_000;
/** A stream that finds no place is refused at once. */
const NO_WAIT_MS = 1;

declare module 'fastify' {
  interface FastifyInstance {
    streams?: EventStreams;
  }
}

interface Topic {
  project: string;
  streams: number;
  at: number;
  state?: Promise<unknown>;
}

interface Check {
  at: number;
  isAllowed: Promise<boolean>;
}

/** A caller's place among the streams. */
export interface StreamSlot {
  /** The current state, or the one that another stream has just seen. */
  look<T>(look: () => Promise<T>): Promise<T>;
  /** Milliseconds until the next look. */
  readonly intervalMs: number;
  /** False once the caller's key or session has ended. */
  isAllowed(): Promise<boolean>;
  leave(): void;
}

/** The open event streams, in fair shares of projects. All streams of one run share its looks. */
export class EventStreams {
  private readonly places: FairBudget;
  private readonly topics = new Map<string, Topic>();
  private readonly checks = new Map<string, Check>();

  /** @param authenticate throws if the sender of a request is no longer known. */
  constructor(
    total: number,
    private readonly authenticate: (request: FastifyRequest) => Promise<unknown>,
  ) {
    const scarcity = 'Too many event streams are open. Close some, or ask for the state now and then.';
    this.places = new FairBudget({ total, waitMs: NO_WAIT_MS, scarcity });
  }

  /**
   * Refuses early, at no cost.
   * @throws PerceptError OVERLOADED if the caller's project has its share of places, and none is free.
   */
  checkRoom(caller: Caller): void {
    this.places.check(getCallerShare(caller), 1);
  }

  /**
   * @param onEnd is called when another project needs the place.
   * @param watched the watched object; default: the path of the request.
   * @throws PerceptError OVERLOADED.
   */
  async enter(request: FastifyRequest, onEnd: (reason: PerceptError) => void, watched = pathOf(request)): Promise<StreamSlot> {
    const share = request.caller && getCallerShare(request.caller);
    const claim = this.places.open({ share, onEnd });
    await claim.grow(1);
    const project = share?.project ?? '';
    const name = `${project} ${watched}`;
    const topic = this.topics.get(name) ?? { project, streams: 0, at: -Infinity };
    topic.streams++;
    this.topics.set(name, topic);
    return this.placeOf(request, { name, topic, claim });
  }

  private placeOf(
    request: FastifyRequest,
    { name, topic, claim }: { name: string; topic: Topic; claim: ReturnType<FairBudget['open']> },
  ): StreamSlot {
    const intervalOf = (): number => this.intervalMs(topic.project);
    return {
      look: <T>(look: () => Promise<T>): Promise<T> => {
        const now = performance.now();
        if (!topic.state || now - topic.at >= intervalOf() / 2) Object.assign(topic, { at: now, state: look() });
        return topic.state as Promise<T>;
      },
      get intervalMs() {
        return intervalOf();
      },
      isAllowed: () => this.isAllowed(request),
      leave: () => {
        claim.release();
        if (--topic.streams === 0) this.topics.delete(name);
      },
    };
  }

  private intervalMs(project: string): number {
    const topics = [...this.topics.values()].filter((each) => each.project === project).length;
    return POLL_INTERVAL_MS * Math.max(1, topics / TOPICS_AT_FULL_PACE);
  }

  /** One check for all streams of a caller. */
  private isAllowed(request: FastifyRequest): Promise<boolean> {
    const { kind, id } = request.caller ?? { kind: 'anyone', id: '' };
    const now = performance.now();
    const known = this.checks.get(`${kind} ${id}`);
    if (known && now - known.at < CHECK_MS) return known.isAllowed;
    const isAllowed = this.authenticate(request).then(
      () => true,
      () => false,
    );
    for (const [name, { at }] of this.checks) if (now - at >= CHECK_MS) this.checks.delete(name);
    this.checks.set(`${kind} ${id}`, { at: now, isAllowed });
    return isAllowed;
  }
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0]!;
