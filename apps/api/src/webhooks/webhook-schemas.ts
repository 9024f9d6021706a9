import type { Class } from '@percept/core';
import { filterSchemas } from './filter-responses';
import {
  CreatedWebhookResponse,
  CreateWebhookRequest,
  DeliveryResponse,
  RotatedWebhookResponse,
  UpdateWebhookRequest,
  WebhookResponse,
} from '@percept/webhooks';
import {
  DeliveryDetailsResponse,
  RecoverDeliveriesRequest,
  RecoveryResponse,
  RotateSecretRequest,
  TestWebhookRequest,
} from '@percept/webhooks';

/** The bodies and answers of the operations on webhooks, for the document. */
export const webhookSchemas: Class[] = [
  ...filterSchemas,
  ...[CreateWebhookRequest, UpdateWebhookRequest, RotateSecretRequest, TestWebhookRequest, RecoverDeliveriesRequest],
  ...[
    WebhookResponse,
    CreatedWebhookResponse,
    RotatedWebhookResponse,
    DeliveryResponse,
    DeliveryDetailsResponse,
    RecoveryResponse,
  ],
];
