import { Injectable } from '@nestjs/common';
import { Store, systemClock, type Clock } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../../access/auth/caller';
import type { CollectionEntity } from '../collection.entity';
import { readTraining, updateCollection } from '../collection.repository';
import { Teacher } from './teacher';
import type { TrainingResponse, TrainRequest, TrainResponse } from './teaching-dtos';

/** Intervals between writes of the state: while it changes, and while it does not. */
const STEP_MS = 500;
const BEAT_MS = 10_000;
/** If a state was not written for this long, its process has ended. */
const LOST_MS = 60_000;

const CANCELLED = 'It was cancelled, and no model was changed.';

/** The state as it is stored in the collection's column. */
interface TrainingState extends TrainingResponse {
  /** When the teaching process last wrote the state. */
  seen_at: number;
  /** The model is being saved: it is too late to cancel. */
  isSaving?: true;
}

/** Teaches one model of a collection at a time. Stores the progress in the collection's row, where every process can read it. */
@Injectable()
export class Trainings {
  private readonly clock: Clock = systemClock;

  constructor(
    private readonly store: Store,
    private readonly teacher: Teacher,
  ) {}

  /** The latest teaching; null before the first. */
  async find({ id }: CollectionEntity): Promise<TrainingResponse | null> {
    const state = (await readTraining(this.store.reader, id)) as TrainingState | null;
    return state && this.shown(state);
  }

  /** @throws CONFLICT while the collection is being taught; what `Teacher.check` throws. */
  async start(
    collection: CollectionEntity,
    caller: Caller,
    request: TrainRequest,
  ): Promise<{ training: TrainingResponse; result: Promise<TrainResponse> }> {
    await this.teacher.check(collection, caller, request);
    const { model = collection.name, crop } = request;
    const region = crop ? request.region! : null;
    const now = this.clock.now();
    const state: TrainingState = {
      ...{ model, status: 'running', stage: 'waiting', done: 0, total: 0, region, seen_at: now },
      ...{ started_at: new Date(now).toISOString(), ended_at: null, result: null, reason: null },
    };
    await this.locked(collection, async (manager) => {
      const before = await this.find(collection);
      if (before?.status === 'running')
        throw new PerceptError(
          'CONFLICT',
          `A model is being taught with the collection (since ${before.started_at}): wait until that has ended.`,
        );
      await updateCollection(manager, collection.id, { training: state });
    });
    const training = this.shown(state);
    return { training, result: this.run(state, { collection, caller, request }) };
  }

  /** Cancels the teaching. The process that executes it polls for this. @throws NOT_FOUND; CONFLICT if it is too late. */
  cancel(collection: CollectionEntity): Promise<TrainingResponse> {
    return this.locked(collection, async (manager) => {
      const state = (await readTraining(manager, collection.id)) as TrainingState | null;
      if (!state) throw noTraining(collection.name);
      const { status } = this.shown(state);
      if (status !== 'running') throw new PerceptError('CONFLICT', `The teaching has ended already (${status}).`);
      if (state.isSaving) throw new PerceptError('CONFLICT', 'The model is being saved: it is too late to cancel.');
      const ended_at = new Date(this.clock.now()).toISOString();
      const training: TrainingState = { ...state, status: 'cancelled', ended_at, reason: CANCELLED };
      await updateCollection(manager, collection.id, { training });
      return this.shown(training);
    });
  }

  private locked<T>({ id }: CollectionEntity, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.store.transaction(async ({ manager, lock }) => {
      await lock(`training of ${id}`);
      return work(manager);
    });
  }

  private async run(
    state: TrainingState,
    { collection, caller, request }: { collection: CollectionEntity; caller: Caller; request: TrainRequest },
  ): Promise<TrainResponse> {
    const stop = new AbortController();
    let written = '';
    let writing = Promise.resolve();
    const checkGoing = async (manager: EntityManager): Promise<void> => {
      const stored = (await readTraining(manager, collection.id)) as TrainingState | null;
      if (stored?.status !== 'running' || stored.started_at !== state.started_at)
        stop.abort(new PerceptError('CONFLICT', `The teaching has ended: ${CANCELLED}`));
      stop.signal.throwIfAborted();
    };
    const write = async (): Promise<void> => {
      const text = JSON.stringify({ ...state, seen_at: 0 });
      const now = this.clock.now();
      if (text === written && now - state.seen_at < BEAT_MS) return checkGoing(this.store.reader);
      await this.locked(collection, async (manager) => {
        await checkGoing(manager);
        await updateCollection(manager, collection.id, { training: { ...state, seen_at: now } });
      });
      written = text;
      state.seen_at = now;
    };
    const beforeSaving = (): Promise<void> => {
      state.isSaving = true;
      return (writing = writing.then(write));
    };
    // The next write follows even if one fails.
    const timer = setInterval(() => void (writing = writing.then(write).catch(() => undefined)), STEP_MS);
    try {
      const onProgress = (now: object): object => Object.assign(state, now);
      const result = await this.teacher.train(collection, caller, { ...request, onProgress, beforeSaving, signal: stop.signal });
      Object.assign(state, { status: 'succeeded', result });
      return result;
    } catch (error) {
      stop.signal.throwIfAborted();
      Object.assign(state, { status: 'failed', reason: (error as Error).message });
      throw error;
    } finally {
      clearInterval(timer);
      await writing.catch(() => undefined);
      state.ended_at = new Date(this.clock.now()).toISOString();
      // A model that is saved stays, though its collection is gone.
      await write().catch((error: unknown) => stop.signal.aborted || Promise.reject(error as Error));
    }
  }

  private shown({ seen_at, isSaving: _, ...state }: TrainingState): TrainingResponse {
    if (state.status !== 'running' || this.clock.now() - seen_at < LOST_MS) return state;
    const reason = 'The process that taught it has ended: teach it again.';
    return { ...state, status: 'failed', ended_at: new Date(seen_at).toISOString(), reason };
  }
}

export const noTraining = (collection: string): PerceptError =>
  PerceptError.notFound(`A teaching of the collection '${collection.slice(0, 100)}'`);
