import { BullModule, getQueueToken } from '@nestjs/bull';
import { Module, type DynamicModule } from '@nestjs/common';
import type { Queue as BullQueue } from 'bull';
import type { Config, Log } from './kernel';
import { BULL_OPTIONS, EmbeddedQueue, LANES, openBullBell, Queue, type BullQueues } from './queue';
import { Store } from './store';

/** The queue: rows of the database, with the bell of Bull where a Redis is configured. */
@Module({})
export class QueueModule {
  static forRoot(config: Config, log: Log): DynamicModule {
    const url = config.PERCEPT_REDIS_URL;
    const open = async (store: Store, ...bulls: BullQueue[]): Promise<Queue> => {
      const bell = url ? await openBullBell(url, byLane(bulls), log) : undefined;
      return new EmbeddedQueue({ store, bell, log });
    };
    return {
      module: QueueModule,
      global: true,
      imports: url ? [BullModule.registerQueue(...LANES.map((name) => ({ name, url, ...BULL_OPTIONS })))] : [],
      providers: [
        { provide: Queue, useFactory: open, inject: [Store, ...(url ? LANES.map((lane) => getQueueToken(lane)) : [])] },
      ],
      exports: [Queue],
    };
  }
}

function byLane(bulls: BullQueue[]): BullQueues {
  // The queue closes them itself, after the work that they rang for.
  for (const bull of bulls) Object.assign(bull, { onApplicationShutdown: () => undefined });
  return Object.fromEntries(LANES.map((lane, place) => [lane, bulls[place]])) as BullQueues;
}
