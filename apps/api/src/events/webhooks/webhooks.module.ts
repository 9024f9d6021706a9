import { Module } from '@nestjs/common';
import { DeliveriesController } from './deliveries.controller';
import { EventsController } from './events.controller';
import { WebhooksController } from './webhooks.controller';

/** Webhook endpoints, their deliveries, and the events that they receive. */
@Module({ controllers: [WebhooksController, DeliveriesController, EventsController] })
export class WebhooksApiModule {}
