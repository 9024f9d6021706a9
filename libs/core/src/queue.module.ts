import { BullModule, getQueueToken } from '@nestjs/bull';
import { Module, type DynamicModule } from '@nestjs/common';
import type { Queue as BullQueue } from 'bull';
import type { Config, Log } from './kernel';
import { bullOptions, openBullNotifier, type BullQueues } from './durable/queue/notifier';
import { Queue, QUEUE_NAMES } from './durable/queue';
import { Store } from './durable/database';

/** The queue in the database, with notifications through Bull when Redis is configured. */
@Module({})
export class QueueModule {
  static forRoot(config: Config, log: Log): DynamicModule {
    const url = config.PERCEPT_REDIS_URL;
    const open = async (store: Store, ...bulls: BullQueue[]): Promise<Queue> => {
      const notifier = url ? await openBullNotifier(url, log, byName(bulls)) : undefined;
      return new Queue({ store, notifier, log });
    };
    return {
      module: QueueModule,
      global: true,
      imports: url ? [BullModule.registerQueue(...QUEUE_NAMES.map((name) => ({ name, ...bullOptions(url) })))] : [],
      providers: [
        { provide: Queue, useFactory: open, inject: [Store, ...(url ? QUEUE_NAMES.map((name) => getQueueToken(name)) : [])] },
      ],
      exports: [Queue],
    };
  }
}

function byName(bulls: BullQueue[]): BullQueues {
  // The queue closes Bull's queues itself after its workers have ended.
  for (const bull of bulls) Object.assign(bull, { onApplicationShutdown: () => undefined });
  return Object.fromEntries(QUEUE_NAMES.map((name, index) => [name, bulls[index]])) as BullQueues;
}
