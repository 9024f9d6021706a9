import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { openStore } from '../../libs/core/src/durable/database';
import { counterTable, readCounter } from '../harness/children/counter-table';
import { onBothDrivers } from './harness/fault-harness';
import { judge } from './harness/verdicts';

const WRITER = resolve(__dirname, '../../dist/test/harness/children/store-writer.js');
const [PROCESSES, AT_ONCE, EACH] = [4, 5, 200];

onBothDrivers((harness) => {
  test(`${PROCESSES * AT_ONCE} concurrent transactions from ${PROCESSES} processes, again and again, on one row`, async () => {
    const file = join(harness.folder, 'counter.db');
    const args = [WRITER, file, String(EACH), String(AT_ONCE), harness.url ?? ''];
    await Promise.all(Array.from({ length: PROCESSES }, () => promisify(execFile)(process.execPath, args)));
    const store = await openStore({ file, url: harness.url, ...counterTable });
    const [of, value] = [PROCESSES * AT_ONCE * EACH, await readCounter(store.reader)];
    await store.close();
    judge(`${PROCESSES * AT_ONCE} transactions at once`, { of, lost: Math.max(0, of - value), twice: Math.max(0, value - of) });
  });
});
