// Adds to the counter in a process of its own: `node store-writer.js FILE TIMES [AT_ONCE [DATABASE_URL]]`; TIMES for each at once.
import { openStore } from '../../../libs/core/src/durable/database';
import { counterTable, increment } from './counter-table';

async function main([file, times, atOnce = '1', url]: string[]): Promise<void> {
  const store = await openStore({ file: file!, url: url || undefined, ...counterTable });
  const add = async (): Promise<void> => {
    for (let i = 0; i < Number(times); i++) await store.transaction(increment);
  };
  await Promise.all(Array.from({ length: Number(atOnce) }, add));
  await store.close();
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
