import type { StepGraph } from '../answers';
import { describeGraph, fitting, INNER, innerTop, layout, NODE_WIDTH } from './graph-layout';

const node = (id: string) => ({ id, kind: 'call' as const, uses: [`x.${id}`], steps: [] });
const GRAPH: StepGraph = {
  nodes: [
    { id: 'photos', kind: 'block', uses: ['x.find', 'x.read'], steps: ['find', 'read'] },
    node('left'),
    node('right'),
    node('last'),
  ],
  edges: [
    { from: 'photos', to: 'left' },
    { from: 'photos', to: 'right' },
    { from: 'left', to: 'last' },
    { from: 'right', to: 'last' },
    { from: 'photos', to: 'last' },
  ],
};
const ALL_OPEN = new Set<string>();

describe('the graph of a pipeline', () => {
  const { placed, width } = layout(GRAPH, ALL_OPEN);
  const of = (id: string) => placed.find((each) => each.node.id === id)!;

  test('a step is below everything that it waits for', () => {
    for (const { from, to } of GRAPH.edges) expect(of(to).y).toBeGreaterThanOrEqual(of(from).y + of(from).height);
  });

  test('steps that do not wait for each other stand side by side without touching', () => {
    expect(of('left').y).toBe(of('right').y);
    expect(of('right').x - of('left').x).toBeGreaterThan(NODE_WIDTH);
    expect(of('right').x + NODE_WIDTH).toBeLessThanOrEqual(width);
  });

  test('an open block has room for its steps, a closed one is as high as a call', () => {
    expect(of('photos').height).toBeGreaterThan(innerTop(1) + INNER.height);
    const closed = layout(GRAPH, new Set(['photos'])).placed.find((each) => each.node.id === 'photos')!;
    expect([closed.isOpen, closed.height]).toEqual([false, of('left').height]);
  });

  test('nothing to draw is drawn, too', () => expect(layout({ nodes: [], edges: [] }, ALL_OPEN).placed).toEqual([]));

  test('what does not fit ends with an ellipsis', () => {
    expect(fitting('vision.detect', 190)).toBe('vision.detect');
    expect(fitting('x'.repeat(60), 66)).toBe(`${'x'.repeat(9)}…`);
  });

  test('words say the same', () =>
    expect(describeGraph(GRAPH)).toBe(
      'photos: for each item x.find, then x.read; left: x.left, after photos; right: x.right, after photos; ' +
        'last: x.last, after left and right and photos',
    ));
});
