/** The states that may follow each state of a union, by their names. */
export type Transitions<State extends { is: string }> = Readonly<Record<State['is'], readonly State['is'][]>>;

/** @returns the next state. @throws Error for a transition that the table does not have. */
export function moved<State extends { is: string }>(from: State, to: State, table: Transitions<State>): State {
  const next: readonly string[] = table[from.is as State['is']];
  if (next.includes(to.is)) return to;
  throw new Error(`A state '${from.is}' cannot become '${to.is}'.`);
}
