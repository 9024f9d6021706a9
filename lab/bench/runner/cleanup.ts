/** Remembers how to undo a step that has succeeded. */
export type Later = (undo: () => unknown) => void;

/** Runs `work`, and then, whether it went well or not, undoes its steps in reverse order. */
export async function withCleanup<T>(work: (later: Later) => Promise<T>): Promise<T> {
  const undos: (() => unknown)[] = [];
  try {
    return await work((undo) => undos.push(undo));
  } finally {
    for (const undo of undos.reverse()) await undo();
  }
}
