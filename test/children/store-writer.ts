// Adds to the counter in a process of its own: `node store-writer.js FILE TIMES`.
import { openStore } from '../../libs/core/src';
import { counterTable, increment } from './counter-table';

async function main(): Promise<void> {
  const [file, times] = process.argv.slice(2);
  const store = await openStore({ file: file!, ...counterTable });
  for (let i = 0; i < Number(times); i++) await store.transaction(increment);
  await store.close();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
