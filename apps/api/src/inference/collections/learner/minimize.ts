/** A smooth function: fills in its gradient and returns its value. */
type Smooth = (at: Float64Array, gradient: Float64Array) => number;

const HISTORY = 8;
const ARMIJO = 1e-4;

const dot = (one: Float64Array, other: Float64Array): number => {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += one[index]! * other[index]!;
  return sum;
};

/** Minimizes by L-BFGS (Nocedal and Wright, algorithm 7.4) with halved steps. @returns the place of the minimum. */
export function minimizeLbfgs(smooth: Smooth, start: Float64Array, { tolerance = 1e-4, most = 200 } = {}): Float64Array {
  let at = start;
  let gradient = new Float64Array(at.length);
  let value = smooth(at, gradient);
  const steps: { step: Float64Array; change: Float64Array; curvature: number }[] = [];
  for (let iteration = 0; iteration < most && Math.sqrt(dot(gradient, gradient)) > tolerance; iteration++) {
    const direction = descent(gradient, steps);
    const slope = dot(direction, gradient);
    let length = steps.length > 0 ? 1 : 1 / Math.max(1, Math.sqrt(dot(gradient, gradient)));
    let next = at;
    const nextGradient = new Float64Array(at.length);
    let nextValue = Infinity;
    for (let halving = 0; halving < 30; halving++, length /= 2) {
      next = at.map((each, index) => each + length * direction[index]!);
      nextValue = smooth(next, nextGradient);
      if (nextValue <= value + ARMIJO * length * slope) break;
    }
    if (!(nextValue < value)) return at;
    const step = next.map((each, index) => each - at[index]!);
    const change = nextGradient.map((each, index) => each - gradient[index]!);
    const curvature = dot(step, change);
    if (curvature > 1e-12) steps.push({ step, change, curvature });
    if (steps.length > HISTORY) steps.shift();
    [at, gradient, value] = [next, nextGradient, nextValue];
  }
  return at;
}

/** The direction of a step: the gradient, turned by the curvature that the last steps show. */
function descent(
  gradient: Float64Array,
  steps: readonly { step: Float64Array; change: Float64Array; curvature: number }[],
): Float64Array {
  const direction = gradient.map((each) => -each);
  const parts: number[] = [];
  for (const { step, change, curvature } of steps.toReversed()) {
    const part = dot(step, direction) / curvature;
    parts.push(part);
    for (let index = 0; index < direction.length; index++) direction[index]! -= part * change[index]!;
  }
  const last = steps.at(-1);
  const scale = last ? last.curvature / dot(last.change, last.change) : 1;
  for (let index = 0; index < direction.length; index++) direction[index]! *= scale;
  for (const { step, change, curvature } of steps) {
    const part = parts.pop()! - dot(change, direction) / curvature;
    for (let index = 0; index < direction.length; index++) direction[index]! += part * step[index]!;
  }
  return direction;
}
