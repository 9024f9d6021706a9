/** A process that reserves requests for a key, eight at a time, and prints how many were granted. */
import 'reflect-metadata';
import { eventTables, Events } from '../../../libs/core/src/durable/events';
import { openStore } from '../../../libs/core/src/durable/database';
import { queueTables } from '../../../libs/core/src/durable/queue';
import { QuotaCounter } from '../../../apps/api/src/metering/quota/quota-counter';
import { quotaTables } from '../../../apps/api/src/tables';

const IN_FLIGHT = 8;
/** Refunds every nth request, like a rejected one. */
const GIVEN_BACK = 5;

async function main([file, url, requests, limit]: string[]): Promise<void> {
  const tables = [queueTables, eventTables, quotaTables];
  const [entities, migrations] = [tables.flatMap((each) => each.entities), tables.flatMap((each) => each.migrations)];
  const store = await openStore({ file: file!, url: url || undefined, entities, migrations });
  const counting = new QuotaCounter(store, new Events(store));
  const wanted = { keyId: 'key_shared', projectId: 'prj_default', limit: Number(limit), counted: true };
  let [next, kept, refused] = [0, 0, 0];
  const client = async (): Promise<void> => {
    while (next < Number(requests)) {
      const index = next++;
      const taken = await counting.reserve(wanted);
      if (taken.refused) refused++;
      else if (index % GIVEN_BACK === 0) await counting.refund(wanted, taken);
      else kept++;
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, client));
  await store.close();
  process.stdout.write(JSON.stringify({ kept, refused }));
}

void main(process.argv.slice(2));
