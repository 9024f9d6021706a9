import { useState, type KeyboardEvent } from 'react';
import type { StepGraph } from '../answers';
import { describeGraph, fitting, INNER, innerTop, layout, NODE_WIDTH, type PlacedStep } from './graph-layout';
import { counted } from '../../parts/text/counted';

const NONE: ReadonlySet<string> = new Set();
const MARGIN = 12;
/** Size of the triangle that opens and closes a block. */
const TRIANGLE = 16;

/** The steps of a pipeline and their dependencies. A block's steps are drawn inside it. */
export function GraphDrawing({ graph }: { graph: StepGraph }) {
  const [closed, setClosed] = useState(NONE);
  const { placed, width, height } = layout(graph, closed);
  const at = new Map(placed.map((each) => [each.node.id, each]));
  const toggle = (id: string) =>
    setClosed(closed.has(id) ? new Set([...closed].filter((each) => each !== id)) : new Set([...closed, id]));
  return (
    <div className="graph-box" tabIndex={0} role="group" aria-label="Graph">
      <svg
        role="group"
        aria-label={describeGraph(graph)}
        width={width + 2}
        height={height}
        viewBox={`-1 0 ${width + 2} ${height}`}
        className="graph"
        fontSize={12}
      >
        {graph.edges.map(({ from, to }) => {
          const [a, b] = [at.get(from), at.get(to)];
          return a && b && <Edge key={`${from} ${to}`} from={a} to={b} />;
        })}
        {placed.map((each) => (
          <Box key={each.node.id} of={each} onToggle={() => toggle(each.node.id)} />
        ))}
      </svg>
    </div>
  );
}

function Edge({ from, to }: { from: PlacedStep; to: PlacedStep }) {
  const [x1, y1, x2, y2] = [from.x + NODE_WIDTH / 2, from.y + from.height, to.x + NODE_WIDTH / 2, to.y];
  const middle = (y1 + y2) / 2;
  return (
    <>
      <path d={`M${x1} ${y1} C${x1} ${middle} ${x2} ${middle} ${x2} ${y2 - 5}`} className="edge" />
      <Tip x={x2} y={y2} />
    </>
  );
}

const Tip = ({ x, y }: { x: number; y: number }) => (
  <path d={`M${x - 4} ${y - 7} L${x} ${y} L${x + 4} ${y - 7}z`} className="tip" />
);

function Box({ of: { node, x, y, height, isOpen }, onToggle }: { of: PlacedStep; onToggle: () => void }) {
  const { id, kind, steps, uses } = node;
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect width={NODE_WIDTH} height={height} rx={8} className={kind} />
      {kind === 'call' ? (
        <Words name={id} about={uses.join()} width={NODE_WIDTH - 2 * MARGIN} />
      ) : (
        <Toggle name={id} about={`for each item: ${counted(steps.length, 'step')}`} {...{ isOpen, onToggle }} />
      )}
      {isOpen && steps.map((step, index) => <Inner key={step} name={step} about={uses[index]!} index={index} />)}
    </g>
  );
}

/** A step of a block. An item goes through all of the block's steps in order. */
function Inner({ name, about, index }: { name: string; about: string; index: number }) {
  const [top, middle] = [innerTop(index), INNER.width / 2];
  return (
    <g transform={`translate(${INNER.x} ${top})`}>
      {index > 0 && (
        <>
          <path d={`M${middle} ${-INNER.gap} L${middle} -5`} className="edge" />
          <Tip x={middle} y={0} />
        </>
      )}
      <rect width={INNER.width} height={INNER.height} rx={6} />
      <Words name={name} about={about} width={INNER.width - 2 * MARGIN} />
    </g>
  );
}

function Words({ name, about, width }: { name: string; about: string; width: number }) {
  return (
    <>
      <title>{`${name}: ${about}`}</title>
      <text x={MARGIN} y={18} fontWeight={600}>
        {fitting(name, width)}
      </text>
      <text x={MARGIN} y={35}>
        {fitting(about, width)}
      </text>
    </>
  );
}

interface ToggleProps {
  name: string;
  about: string;
  isOpen: boolean;
  onToggle: () => void;
}

/** The head of a block, which opens and closes it. */
function Toggle({ name, about, isOpen, onToggle }: ToggleProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onToggle();
  };
  return (
    <g role="button" tabIndex={0} aria-expanded={isOpen} className="toggle" onKeyDown={onKeyDown} onClick={onToggle}>
      <rect width={NODE_WIDTH} height={46} className="hit" />
      <Words name={name} about={about} width={NODE_WIDTH - 2 * MARGIN - TRIANGLE} />
      <path
        d={isOpen ? 'M0 0 L10 0 L5 6z' : 'M2 -2 L8 3 L2 8z'}
        transform={`translate(${NODE_WIDTH - MARGIN - 10} 14)`}
        className="tip"
      />
    </g>
  );
}
