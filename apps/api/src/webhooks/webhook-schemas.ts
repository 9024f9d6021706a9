import type { Class } from '@percept/core';
import {
  CreatedWebhookView,
  CreateWebhookInput,
  DeliveryView,
  RotatedWebhookView,
  UpdateWebhookInput,
  WebhookView,
} from '@percept/webhooks';
import { DeliveryDetailView, RecoverInput, RecoveryView, RotateSecretInput, TestWebhookInput } from '@percept/webhooks';

/** The bodies and answers of the operations on webhooks, for the document. */
export const webhookSchemas: Class[] = [
  ...[CreateWebhookInput, UpdateWebhookInput, RotateSecretInput, TestWebhookInput, RecoverInput],
  ...[WebhookView, CreatedWebhookView, RotatedWebhookView, DeliveryView, DeliveryDetailView, RecoveryView],
];
