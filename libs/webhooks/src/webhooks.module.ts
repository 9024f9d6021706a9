import { Module, type DynamicModule } from '@nestjs/common';
import { Events, Queue, Store, type Config, SecretBox } from '@percept/core';
import { WebhookDeliveries } from './deliveries/deliveries';
import { DeliveryWorker } from './deliveries/delivery-worker';
import { WebhookEndpoints } from './endpoints/endpoints';
import { deliverEvents } from './deliveries/outbox';
import { WebhookStatistics } from './deliveries/statistics';
import { WebhookReplays } from './replay/replays';

/** Endpoints, deliveries and the worker that sends them. Loading it turns the core's events into deliveries. */
@Module({})
export class WebhooksModule {
  constructor(events: Events, queue: Queue) {
    events.subscribe(deliverEvents(queue));
  }

  static forRoot(config: Config, version: string): DynamicModule {
    const allowLoopback = config.PERCEPT_WEBHOOK_ALLOW_LOOPBACK;
    const endpoints = {
      provide: WebhookEndpoints,
      inject: [Store, Queue, SecretBox],
      useFactory: (store: Store, queue: Queue, secrets: SecretBox) =>
        new WebhookEndpoints(store, queue, secrets, { allowLoopback, most: config.projectLimits.webhooks }),
    };
    const deliveries = {
      provide: WebhookDeliveries,
      inject: [Store],
      useFactory: (store: Store) => new WebhookDeliveries(store),
    };
    const statistics = {
      provide: WebhookStatistics,
      inject: [Store],
      useFactory: (store: Store) => new WebhookStatistics(store),
    };
    const replays = {
      provide: WebhookReplays,
      inject: [Store, Queue],
      useFactory: (store: Store, queue: Queue) => new WebhookReplays(store, queue),
    };
    const sending = { version, allowLoopback, waitsMs: config.webhookWaitsMs, dnsServers: config.dnsServers };
    const worker = {
      provide: DeliveryWorker,
      inject: [Store, Queue, Events, SecretBox],
      useFactory: (store: Store, queue: Queue, events: Events, secrets: SecretBox) =>
        new DeliveryWorker({ ...sending, store, queue, events, secrets }),
    };
    const secrets = { provide: SecretBox, useFactory: () => SecretBox.of(config) };
    return {
      module: WebhooksModule,
      global: true,
      providers: [endpoints, deliveries, statistics, replays, worker, secrets],
      exports: [WebhookEndpoints, WebhookDeliveries, WebhookStatistics, WebhookReplays, DeliveryWorker],
    };
  }
}
