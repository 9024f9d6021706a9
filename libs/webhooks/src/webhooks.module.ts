import { Module, type DynamicModule } from '@nestjs/common';
import { Events, Queue, Store, type Config } from '@percept/core';
import { join } from 'node:path';
import { WebhookDeliveries } from './deliveries/deliveries';
import { DeliveryWorker } from './deliveries/delivery-worker';
import { WebhookEndpoints } from './endpoints/endpoints';
import { deliverEvents } from './deliveries/outbox';
import { WebhookReplays } from './replay/replays';
import { openSecretBox, SecretBox } from './signature/secret-box';

const KEY_FILE = 'webhook-secrets.key';

/** Endpoints, deliveries and the worker that sends them; the core's events become deliveries from here on. */
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
        new WebhookEndpoints(store, queue, secrets, { allowLoopback }),
    };
    const deliveries = {
      provide: WebhookDeliveries,
      inject: [Store],
      useFactory: (store: Store) => new WebhookDeliveries(store),
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
    const { PERCEPT_WEBHOOK_KEY: key, PERCEPT_DATA_DIR } = config;
    const openBox = () => (key ? new SecretBox(Buffer.from(key, 'base64')) : openSecretBox(join(PERCEPT_DATA_DIR, KEY_FILE)));
    const secrets = { provide: SecretBox, useFactory: openBox };
    return {
      module: WebhooksModule,
      global: true,
      providers: [endpoints, deliveries, replays, worker, secrets],
      exports: [WebhookEndpoints, WebhookDeliveries, WebhookReplays, DeliveryWorker],
    };
  }
}
