import type { DeliveryResponse, WebhookResponse } from '@percept/webhooks';
import type { Command } from 'commander';
import { setTimeout as wait } from 'node:timers/promises';
import { CommandError } from '../output/command-error';
import { paint, printJson } from '../output/print';
import { openService, type ServiceClient } from '../service/client';
import { onService, type ConnectionOptions } from '../service/connection';

type TriggerOptions = ConnectionOptions & { webhook?: string; json?: boolean };

const POLL_INTERVAL_MS = 200;
const NOT_TAKEN = 1;

export function addTriggerCommand(webhooks: Command): void {
  onService(
    webhooks.command('trigger'),
    `percept webhooks trigger
percept webhooks trigger batch.completed --webhook whk_019a…`,
  )
    .description('sends an example of an event, with test: true in its data, and prints how it was answered')
    .argument('[event]', 'which one (default: prediction.completed)')
    .option('--webhook <id>', 'only to this endpoint, whatever its events are; else to each active one that takes the event')
    .option('--json', 'the deliveries as JSON')
    .action(trigger)
    .addHelpText('after', '\nExit code: 0, or 1 if an endpoint did not take it at the first attempt.');
}

async function trigger(event: string | undefined, { webhook, json, ...options }: TriggerOptions): Promise<void> {
  const service = openService(options);
  const type = event ?? 'prediction.completed';
  const ids = webhook === undefined ? await takersOf(service, type) : [webhook];
  const deliveries = await Promise.all(ids.map((id) => send(service, id, type)));
  if (deliveries.some(({ state }) => state !== 'succeeded')) process.exitCode = NOT_TAKEN;
  if (json) return printJson(deliveries);
  for (const delivery of deliveries) process.stdout.write(`${describe(delivery)}\n`);
}

/** The endpoints that would get such an event, their filters apart. @throws CommandError if there is none. */
async function takersOf(service: ServiceClient, type: string): Promise<string[]> {
  const { webhooks } = await service.ask<{ webhooks: WebhookResponse[] }>('GET', '/v1/webhooks');
  const takers = webhooks.filter(({ active, events }) => active && events.some((pattern) => matches(pattern, type)));
  if (takers.length > 0) return takers.map(({ id }) => id);
  const cure = "Make one with 'percept webhooks create URL', or name one with --webhook.";
  throw new CommandError(`No active webhook of ${service.connection.url} takes '${type}'. ${cure}`, 2);
}

const matches = (pattern: string, type: string): boolean =>
  pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)));

/** Waits for the first delivery attempt. */
async function send(service: ServiceClient, id: string, type: string): Promise<DeliveryResponse> {
  const path = `/v1/webhooks/${encodeURIComponent(id)}/test`;
  let delivery = await service.ask<DeliveryResponse>('POST', path, { body: { type } });
  while (delivery.attempts.length === 0 && ['pending', 'sending'].includes(delivery.state)) {
    await wait(POLL_INTERVAL_MS);
    delivery = await service.ask<DeliveryResponse>('GET', `/v1/deliveries/${delivery.id}`);
  }
  return delivery;
}

function describe({ webhook_id, event_type, state, attempts }: DeliveryResponse): string {
  const [first] = attempts;
  const answer = first ? `${first.status ?? first.reason} in ${first.duration_ms} ms` : 'no attempt';
  return `${webhook_id} ${event_type}: ${paint(state === 'succeeded' ? 'green' : 'red', state)} (${answer})`;
}
