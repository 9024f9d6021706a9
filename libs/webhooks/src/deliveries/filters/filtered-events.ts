import {
  TransactionBatcher,
  type Events,
  type Job,
  type JobContext,
  type Queue,
  type Store,
  type Transaction,
} from '@percept/core';
import { matchesEvent, passesFilter } from '../../endpoints';
import { listSubscribers } from '../../entities/endpoint.repository';
import { addDeliveries, type EventOfProject } from '../outbox';
import { FilterTurns } from './filter-turns';
import { readFilteringJob } from './filtering-jobs';

/** An event with the endpoints whose filters let it through. */
interface Filtered extends EventOfProject {
  /** Ids of the endpoints. */
  passed: ReadonlySet<string>;
  context: JobContext;
}

/** Evaluates filters after the commit of their event, and adds the deliveries that they let through. */
export class FilteredEvents {
  private readonly turns = new FilterTurns();
  private readonly writer: TransactionBatcher<Filtered, void>;

  constructor(
    private readonly store: Store,
    private readonly queue: Queue,
    private readonly events: Events,
  ) {
    this.writer = new TransactionBatcher<Filtered, void>(store, (tx, filtered) => this.write(tx, filtered));
  }

  /** Does one job; leaves it to the next process if this one closes. */
  async work(job: Job, context: JobContext): Promise<void> {
    const { projectId, eventId } = readFilteringJob(job)!;
    let isClosing = false;
    context.onStop(() => (isClosing = true));
    const event = await this.events.find(eventId, projectId);
    if (!event) return this.store.transaction(async (tx) => void (await context.finish(tx)));
    const at = Date.parse(event.created_at);
    const passed = new Set<string>();
    for (const { id, events, filter, created_at } of await listSubscribers(this.store.reader, projectId)) {
      // An endpoint that was added later missed the event.
      if (filter === null || created_at > at || !matchesEvent(events, event.type)) continue;
      if (await this.turns.take(projectId, () => !isClosing && passesFilter(filter, event))) passed.add(id);
      if (isClosing) return;
    }
    await this.writer.add({ event, projectId, passed, context });
  }

  private async write(tx: Transaction, filtered: readonly Filtered[]): Promise<void[]> {
    const ours = await this.queue.finishAll(
      tx,
      filtered.map(({ context }) => context),
    );
    for (const { event, projectId, passed, context } of filtered) {
      if (!ours.has(context) || passed.size === 0) continue;
      // The endpoints may have been switched off or deleted meanwhile.
      const endpoints = (await listSubscribers(tx.manager, projectId)).filter(({ id }) => passed.has(id));
      await addDeliveries(tx, this.queue, { event, projectId }, endpoints);
    }
    return [];
  }
}
