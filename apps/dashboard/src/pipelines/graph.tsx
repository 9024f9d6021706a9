import type { Graph } from './answers';
import { layout, NODE_WIDTH, describeGraph, type Placed } from './graph-layout';

/** The steps of a pipeline and what each waits for. */
export function PipelineGraph({ graph }: { graph: Graph }) {
  const { placed, width, height } = layout(graph);
  const at = new Map(placed.map((each) => [each.node.id, each]));
  return (
    <svg
      role="img"
      aria-label={describeGraph(graph)}
      viewBox={`-1 0 ${width + 2} ${height}`}
      width={width + 2}
      className="graph"
      fontSize={12}
    >
      {graph.edges.map(({ from, to }) => {
        const [a, b] = [at.get(from), at.get(to)];
        return a && b && <Edge key={`${from} ${to}`} from={a} to={b} />;
      })}
      {placed.map((each) => (
        <Box key={each.node.id} of={each} />
      ))}
    </svg>
  );
}

function Edge({ from, to }: { from: Placed; to: Placed }) {
  const [x1, y1, x2, y2] = [from.x + NODE_WIDTH / 2, from.y + from.height, to.x + NODE_WIDTH / 2, to.y];
  const middle = (y1 + y2) / 2;
  return (
    <>
      <path d={`M${x1} ${y1} C${x1} ${middle} ${x2} ${middle} ${x2} ${y2 - 5}`} className="edge" />
      <path d={`M${x2 - 4} ${y2 - 7} L${x2} ${y2} L${x2 + 4} ${y2 - 7}z`} className="tip" />
    </>
  );
}

function Box({ of: { node, x, y, height } }: { of: Placed }) {
  const lines = node.kind === 'block' ? ['for each item', ...node.uses.map((uses) => `· ${uses}`)] : node.uses;
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect width={NODE_WIDTH} height={height} rx={8} className={node.kind} />
      <text x={12} y={20} fontWeight={600}>
        {node.id}
      </text>
      {lines.map((line, index) => (
        <text key={line} x={12} y={38 + index * 16}>
          {line}
        </text>
      ))}
    </g>
  );
}
