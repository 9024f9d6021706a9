import type { StepGraph } from '../answers';

type Node = StepGraph['nodes'][number];

export interface PlacedStep {
  node: Node;
  x: number;
  y: number;
  height: number;
  /** Whether a block shows its steps inside. */
  isOpen: boolean;
}

export const NODE_WIDTH = 220;
/** The boxes of the steps in a block. */
export const INNER = { x: 14, width: NODE_WIDTH - 28, top: 50, height: 42, gap: 16 };
const CLOSED = 48;
const PADDING = 12;
const GAP_X = 24;
const GAP_Y = 36;
/** Approximate width of a letter at 12 px. */
const CHARACTER = 6.6;

/** The longest path from a first step to each step. */
function levels({ nodes, edges }: StepGraph): Map<string, number> {
  const level = new Map<string, number>();
  const of = (id: string): number => {
    const known = level.get(id);
    if (known !== undefined) return known;
    level.set(id, 0);
    const before = edges.filter(({ to }) => to === id).map(({ from }) => of(from) + 1);
    const found = Math.max(0, ...before);
    level.set(id, found);
    return found;
  };
  for (const { id } of nodes) of(id);
  return level;
}

/** The offset of an open block's inner step from the block's top. */
export const innerTop = (index: number): number => INNER.top + index * (INNER.height + INNER.gap);

const heightOf = ({ steps }: Node, isOpen: boolean): number => (isOpen ? innerTop(steps.length) - INNER.gap + PADDING : CLOSED);

/** Places steps from top to bottom, independent ones side by side. Sizes in pixels. @param closed ids of closed blocks. */
export function layout(graph: StepGraph, closed: ReadonlySet<string>): { placed: PlacedStep[]; width: number; height: number } {
  const level = levels(graph);
  const rows: Node[][] = [];
  for (const node of graph.nodes) (rows[level.get(node.id)!] ??= []).push(node);
  const widest = Math.max(1, ...rows.map((row) => row.length));
  const width = widest * NODE_WIDTH + (widest - 1) * GAP_X;
  let y = 1;
  const placed = rows.flatMap((row) => {
    const left = (width - row.length * NODE_WIDTH - (row.length - 1) * GAP_X) / 2;
    const here = row.map((node, index) => {
      const isOpen = node.kind === 'block' && !closed.has(node.id);
      return { node, x: left + index * (NODE_WIDTH + GAP_X), y, height: heightOf(node, isOpen), isOpen };
    });
    y += Math.max(...here.map(({ height }) => height)) + GAP_Y;
    return here;
  });
  return { placed, width, height: Math.max(1, y - GAP_Y + 1) };
}

/** Cuts a text to fit. @param width in pixels. */
export function fitting(text: string, width: number): string {
  const most = Math.floor(width / CHARACTER);
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** Describes the graph in words, for screen readers. */
export function describeGraph({ nodes, edges }: StepGraph): string {
  return nodes
    .map(({ id, kind, uses }) => {
      const after = edges.filter(({ to }) => to === id).map(({ from }) => from);
      const what = kind === 'block' ? `for each item ${uses.join(', then ')}` : uses.join();
      return `${id}: ${what}${after.length > 0 ? `, after ${after.join(' and ')}` : ''}`;
    })
    .join('; ');
}
