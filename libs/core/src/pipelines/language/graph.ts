import type { PipelineGraph } from './pipeline-responses';
import type { Diagnostics } from '../syntax/diagnostics';

import type { Step } from './plan';

/** Makes a graph of a plan's steps and of what each waits for. */
export function toGraph(steps: readonly Step[]): PipelineGraph {
  const nodes = steps.map((step) => ({
    id: step.id,
    kind: step.kind,
    uses: step.kind === 'call' ? [step.uses] : step.steps.map(({ uses }) => uses),
    steps: step.kind === 'call' ? [] : step.steps.map(({ id }) => id),
  }));
  return { nodes, edges: steps.flatMap(({ id, after }) => after.map((from) => ({ from, to: id }))) };
}

interface Node {
  id: string;
  after: readonly string[];
}

/**
 * Sorts steps so that each comes after those it needs, and otherwise keeps the written order. Steps that wait for each other are
 * reported; then the written order stays.
 */
export function inOrder<T extends Node>(steps: readonly T[], placeOf: (step: T) => number, diagnostics: Diagnostics): T[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const ordered = new Set<T>();
  const trail: T[] = [];
  let circular = false;
  const visit = (step: T): void => {
    if (ordered.has(step) || circular) return;
    if (trail.includes(step)) {
      circular = true;
      const circle = [...trail.slice(trail.indexOf(step)), step].map(({ id }) => id).join(' → ');
      diagnostics.add(placeOf(step), `These steps wait for each other: ${circle}.`);
      return;
    }
    trail.push(step);
    for (const id of step.after) if (byId.has(id)) visit(byId.get(id)!);
    trail.pop();
    ordered.add(step);
  };
  for (const step of steps) visit(step);
  return circular ? [...steps] : [...ordered];
}
