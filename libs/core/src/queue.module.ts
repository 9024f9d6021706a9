import { BullModule, getQueueToken } from '@nestjs/bull';
import { Module, type DynamicModule } from '@nestjs/common';
import type { Queue as BullQueue } from 'bull';
import type { Config, Log } from './kernel';
import { BULL_OPTIONS, openBullNotifier, type BullQueues } from './durable/queue/notifier';
import { EmbeddedQueue, QUEUE_NAMES, Queue } from './durable/queue';
import { Store } from './durable/database';

/** The queue: rows of the database, with the bell of Bull where a Redis is configured. */
@Module({})
export class QueueModule {
  static forRoot(config: Config, log: Log): DynamicModule {
    const url = config.PERCEPT_REDIS_URL;
    const open = async (store: Store, ...bulls: BullQueue[]): Promise<Queue> => {
      const bell = url ? await openBullNotifier(url, byLane(bulls), log) : undefined;
      return new EmbeddedQueue({ store, bell, log });
    };
    return {
      module: QueueModule,
      global: true,
      imports: url ? [BullModule.registerQueue(...QUEUE_NAMES.map((name) => ({ name, url, ...BULL_OPTIONS })))] : [],
      providers: [
        { provide: Queue, useFactory: open, inject: [Store, ...(url ? QUEUE_NAMES.map((lane) => getQueueToken(lane)) : [])] },
      ],
      exports: [Queue],
    };
  }
}

function byLane(bulls: BullQueue[]): BullQueues {
  // The queue closes them itself, after the work that they rang for.
  for (const bull of bulls) Object.assign(bull, { onApplicationShutdown: () => undefined });
  return Object.fromEntries(QUEUE_NAMES.map((lane, place) => [lane, bulls[place]])) as BullQueues;
}
