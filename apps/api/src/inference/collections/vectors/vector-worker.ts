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
  const { contradictions, copies, ids, labels: given, vectors } = withoutCopies(table);
  const labels = [...new Set(given)].sort();
  const numbers = new Map(labels.map((label, number) => [label, number]));
  const classes = Int32Array.from(given, (label) => numbers.get(label)!);
  const taught = teach({ vectors, classes, labels, background }, onProgress);
  const confused = taught.confusions.map(({ example, as }) => ({ id: ids[example]!, label: given[example]!, as: labels[as]! }));
  return {
    ...{ taught, labels, confused, copies, contradictions: contradictions.slice(0, MAX_TOLD) },
    counts: labels.map((label) => given.filter((each) => each === label).length),
  };
}

/**
 * The labelled entries of a table. Of nearly equal ones with the same label it leaves one, but two of each label: a model that has
 * seen the copy of an entry is judged too well, and expects new things to be as near.
 */
function withoutCopies(
  table: VectorTable,
): ReturnType<VectorTable['labelled']> & Pick<TaughtCollection, 'contradictions' | 'copies'> {
  const all = table.labelled();
  const labelled = new VectorTable(table.dimensions);
  labelled.put(all);
  const labelOf = new Map(all.ids.map((id, index) => [id, all.labels[index]!]));
  const left = new Map<string, number>();
  for (const label of all.labels) left.set(label, (left.get(label) ?? 0) + 1);
  const contradictions: [string, string][] = [];
  const copies = new Set<string>();
  for (const { ids } of labelled.pairs(SAME)) {
    const [label, other] = ids.map((id) => labelOf.get(id)!) as [string, string];
    if (label !== other) contradictions.push(ids);
    else if (!copies.has(ids[1]) && left.get(label)! > 2) {
      copies.add(ids[1]);
      left.set(label, left.get(label)! - 1);
    }
  }
  for (const id of copies) labelled.remove(id);
  return { ...labelled.labelled(), contradictions, copies: copies.size };
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
