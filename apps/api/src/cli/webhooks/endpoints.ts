import type { CreatedWebhookResponse, WebhookResponse } from '@percept/webhooks';
import type { Command } from 'commander';
import { list as commaList, whole } from '../options';
import { paint, printJson, printTable } from '../output/print';
import { openService } from '../service/client';
import { onService, type ConnectionOptions } from '../service/connection';
import { addListenCommand } from './listen';
import { addTriggerCommand } from './trigger';

type Options = ConnectionOptions & { json?: boolean };
type CreateOptions = Options & {
  events?: string[];
  secret?: string;
  description?: string;
  filter?: string;
  rate?: number;
};

export const PATH = '/v1/webhooks';

export function addWebhookCommands(program: Command): void {
  const webhooks = program.command('webhooks').description('webhooks of a service: create, list, trigger, rm, and a receiver');
  onService(
    webhooks.command('create'),
    `percept webhooks create https://example.com/hooks
percept webhooks create https://example.com/hooks --events 'batch.*' --filter "data.status == 'partial'"
percept webhooks create https://example.com/hooks --json | jq -r .secret`,
  )
    .description('creates an endpoint and prints its secret, which is shown only now')
    .argument('<url>', 'what receives the deliveries: https, on the public internet')
    .option(
      '--events <names>',
      'events or wildcards, separated by commas, such as batch.*,system.notification (default: all)',
      commaList,
    )
    .option('--filter <cel>', 'sends only events for which this CEL expression over type and data is true')
    .option('--rate <n>', 'attempts a second, at most', whole)
    .option('--description <text>', 'a label of your own')
    .option('--secret <secret>', 'your own secret instead of a new one')
    .option('--json', 'as JSON')
    .action(create);
  onService(webhooks.command('list'), 'percept webhooks list\npercept webhooks list --json')
    .description('lists the endpoints and whether they work')
    .option('--json', 'as JSON')
    .action(list);
  addTriggerCommand(webhooks);
  onService(webhooks.command('rm'), 'percept webhooks rm whk_019a…')
    .description('deletes endpoints and cancels their pending deliveries')
    .argument('<ids...>', 'their ids, as listed')
    .action(remove);
  addListenCommand(webhooks);
}

async function create(
  url: string,
  { events, secret, description, filter, rate, json, ...service }: CreateOptions,
): Promise<void> {
  const body = { url, events, secret, description, filter, rate_per_second: rate };
  const made = await openService(service).ask<CreatedWebhookResponse>('POST', PATH, { body });
  if (json) return printJson(made);
  process.stdout.write(`id      ${made.id}\nsecret  ${made.secret}\nevents  ${made.events.join(', ')}\n`);
  process.stderr.write(`Save the secret now: it is not shown again. Try it: percept webhooks trigger --webhook ${made.id}\n`);
}

async function list({ json, ...service }: Options): Promise<void> {
  const { webhooks } = await openService(service).ask<{ webhooks: WebhookResponse[] }>('GET', PATH);
  if (json) return printJson(webhooks);
  if (webhooks.length === 0) return void process.stdout.write('No webhooks yet. Create one: percept webhooks create URL\n');
  printTable(
    ['ID', 'STATE', 'EVENTS', 'URL'],
    webhooks.map((each) => [each.id, stateOf(each), each.events.join(','), each.url]),
  );
}

function stateOf({ active, disabled_reason, circuit, failing_since }: WebhookResponse): string {
  if (!active) return paint('red', disabled_reason === null ? 'disabled' : `disabled: ${disabled_reason}`);
  if (circuit !== 'closed' || failing_since !== null) return paint('yellow', `failing since ${failing_since ?? 'now'}`);
  return paint('green', 'active');
}

async function remove(ids: string[], options: ConnectionOptions): Promise<void> {
  const service = openService(options);
  for (const id of ids) {
    await service.ask('DELETE', `${PATH}/${encodeURIComponent(id)}`);
    process.stdout.write(`Deleted ${id}.\n`);
  }
}
