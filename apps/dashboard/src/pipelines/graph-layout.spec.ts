import type { Graph } from './answers';
import { layout, NODE_WIDTH, describeGraph } from './graph-layout';

const node = (id: string, kind: 'call' | 'block' = 'call') => ({ id, kind, uses: [`x.${id}`], steps: [] });
const GRAPH: Graph = {
  nodes: [node('photos', 'block'), node('left'), node('right'), node('last')],
  edges: [
    { from: 'photos', to: 'left' },
    { from: 'photos', to: 'right' },
    { from: 'left', to: 'last' },
    { from: 'right', to: 'last' },
    { from: 'photos', to: 'last' },
  ],
};

describe('the graph of a pipeline', () => {
  const { placed, width } = layout(GRAPH);
  const of = (id: string) => placed.find((each) => each.node.id === id)!;

  test('a step is below everything that it waits for', () => {
    for (const { from, to } of GRAPH.edges) expect(of(to).y).toBeGreaterThanOrEqual(of(from).y + of(from).height);
  });

  test('steps that do not wait for each other stand side by side without touching', () => {
    expect(of('left').y).toBe(of('right').y);
    expect(of('right').x - of('left').x).toBeGreaterThan(NODE_WIDTH);
    expect(of('right').x + NODE_WIDTH).toBeLessThanOrEqual(width);
  });

  test('nothing to draw is drawn, too', () => expect(layout({ nodes: [], edges: [] }).placed).toEqual([]));

  test('words say the same', () =>
    expect(describeGraph(GRAPH)).toBe(
      'photos: for each item x.photos; left: x.left, after photos; right: x.right, after photos; ' +
        'last: x.last, after left and right and photos',
    ));
});
