import { parentPort } from 'node:worker_threads';
import { VectorTable } from './vector-table';
import type { VectorMessage, VectorReply, VectorTask, TaughtCollection } from './vector-tasks';
import { teach } from '../learner/learner';

/** The similarity from which two pictures are the same. */
const SAME = 0.995;
/** The most contradictions that are reported. */
const MAX_TOLD = 20;

/**
 * Teaches a model with the labelled entries of a table.
 * @param background vectors that belong to no class.
 * @throws Error without a table.
 */
function teachFrom(
  table: VectorTable | undefined,
  background: Float32Array | undefined,
  onProgress: (done: number, total: number) => void,
): TaughtCollection {
  if (!table) throw new Error('The collection has no vectors.');
  const { ids, labels: given, vectors } = table.labelled();
  const labels = [...new Set(given)].sort();
  const numbers = new Map(labels.map((label, number) => [label, number]));
  const classes = Int32Array.from(given, (label) => numbers.get(label)!);
  const taught = teach({ vectors, classes, labels, background }, onProgress);
  const confused = taught.confusions.map(({ example, as }) => ({ id: ids[example]!, label: given[example]!, as: labels[as]! }));
  const labelOf = new Map(ids.map((id, index) => [id, given[index]!]));
  const labelled = new VectorTable(table.dimensions);
  labelled.put({ ids, labels: given, vectors });
  const contradictions = labelled
    .pairs(SAME)
    .map((pair) => pair.ids)
    .filter(([one, other]) => labelOf.get(one) !== labelOf.get(other));
  return {
    ...{ taught, labels, confused, contradictions: contradictions.slice(0, MAX_TOLD) },
    counts: labels.map((label) => given.filter((each) => each === label).length),
  };
}

// The entry point of a thread: comparing a million vectors would block the main thread too long.

const tables = new Map<string, VectorTable>();

function perform(id: number, task: VectorTask): unknown {
  const table = tables.get(task.collection);
  switch (task.kind) {
    case 'put': {
      const into = table ?? new VectorTable(task.dimensions);
      tables.set(task.collection, into);
      into.put(task.batch);
      return into.size;
    }
    case 'remove':
      for (const each of task.ids) table?.remove(each);
      return table?.size ?? 0;
    case 'drop':
      return void tables.delete(task.collection);
    case 'search':
      return table?.search(task.query) ?? [];
    case 'pairs':
      return table?.pairs(task.minSimilarity, task.byRoots) ?? [];
    case 'teach':
      return teachFrom(table, task.background, (done, total) => parentPort!.postMessage({ id, progress: { done, total } }));
  }
}

parentPort!.on('message', ({ id, task }: VectorMessage) => {
  let reply: VectorReply;
  try {
    reply = { id, answer: perform(id, task) };
  } catch (error) {
    reply = { id, error: (error as Error).message };
  }
  parentPort!.postMessage(reply);
});
