import { parentPort } from 'node:worker_threads';
import { teachFrom } from './teach-from';
import { VectorTable } from './vector-table';
import type { VectorMessage, VectorReply, VectorTask } from './vector-tasks';

// The entry of a thread: comparing a million vectors takes longer than the main thread may.

const tables = new Map<string, VectorTable>();

function perform(task: VectorTask): unknown {
  const table = tables.get(task.collection);
  switch (task.kind) {
    case 'put': {
      const into = table ?? new VectorTable(task.dimensions);
      tables.set(task.collection, into);
      return into.put(task.batch);
    }
    case 'keep':
      return table?.keep(task.ids);
    case 'drop':
      return void tables.delete(task.collection);
    case 'search':
      return table?.search(task.query) ?? [];
    case 'pairs':
      return table?.pairs(task.minSimilarity) ?? [];
    case 'teach':
      return teachFrom(table, task.background);
  }
}

parentPort!.on('message', ({ id, task }: VectorMessage) => {
  let reply: VectorReply;
  try {
    reply = { id, answer: perform(task) };
  } catch (error) {
    reply = { id, error: (error as Error).message };
  }
  parentPort!.postMessage(reply);
});
