import { DeliveriesController } from './deliveries.controller';
import { EventsController } from './events.controller';
import { WebhooksController } from './webhooks.controller';

export const webhookControllers = [WebhooksController, DeliveriesController, EventsController];
