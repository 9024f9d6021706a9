import type { Tensor } from 'onnxruntime-node';
import { suggest } from '../../../kernel';
import type { InputSection, OutputSection } from '../manifest';
import type { LoadedModel } from './loaded-model';
import type { Port, Session } from './session';

/** The input that takes a model's image, and the roles of its outputs. */
export interface ModelPorts {
  /** Name of the input that takes the image. */
  image: string;
  /** Returns the outputs by role. */
  read(outputs: Readonly<Record<string, Tensor>>): Readonly<Record<string, Tensor>>;
}

/**
 * Checks a model against its manifest.
 * @param outputs the roles that are read, each with the usual name of its output.
 * @param besides names of inputs that are filled otherwise.
 * @throws Error that says why the model cannot be run so.
 */
export function portsFor(
  model: LoadedModel,
  outputs: Readonly<Record<string, string>>,
  besides: readonly string[] = [],
): ModelPorts {
  const { identity, manifest, session } = model;
  try {
    const image = imageInput(session, manifest.input, besides);
    const names = outputNames(session, manifest.output, outputs);
    return { image, read: (all) => Object.fromEntries(names.map(([role, name]) => [role, all[name]!])) };
  } catch (error) {
    throw new Error(
      `Model '${identity.name}' does not fit the task ${manifest.task} of its manifest: ${(error as Error).message}.`,
      {
        cause: error,
      },
    );
  }
}

function imageInput(session: Session, input: InputSection, besides: readonly string[]): string {
  const ports = session.inputs.filter(({ name }) => !besides.includes(name));
  const [port] = ports;
  if (!port || ports.length > 1 || port.shape.length !== 4) {
    const found = ports.map((each) => `'${each.name}' (${describeShape(each)})`).join(' and ') || 'none';
    throw new Error(`its inputs are ${found}, but an image is one input of four dimensions, such as 1 × 3 × 224 × 224`);
  }
  if (port.type !== input.type)
    throw new Error(`its input '${port.name}' takes ${port.type}, but the manifest says input.type: ${input.type}`);
  checkSides(port, input);
  return port.name;
}

function checkSides(port: Port, input: InputSection): void {
  const [, second, third, last] = port.shape;
  const [channels, height, width] = input.layout === 'NHWC' ? [last, second, third] : [second, third, last];
  const expected = input.colour === 'grey' ? 1 : 3;
  const claim = `its input '${port.name}' is ${describeShape(port)}`;
  if (isFixed(channels) && channels !== expected)
    throw new Error(
      `${claim}, but with input.layout: ${input.layout} and input.colour: ${input.colour} it has ${expected} channels`,
    );
  const sides = { width: input.size, height: input.height ?? input.size };
  const fits = (found: number | string | undefined, side: number) =>
    !isFixed(found) || (found === side && input.resize !== 'rect' && input.resize !== 'shortest');
  if (!fits(width, sides.width) || !fits(height, sides.height))
    throw new Error(`${claim}, but the manifest says ${sides.width} × ${sides.height} pixels with input.resize: ${input.resize}`);
}

function outputNames(session: Session, output: OutputSection, expected: Readonly<Record<string, string>>): [string, string][] {
  const known = session.outputs.map(({ name }) => name);
  const roles = Object.keys(expected);
  const strange = Object.keys(output.names).find((role) => !roles.includes(role));
  if (strange !== undefined) throw new Error(`output.names has '${strange}', but ${output.decoder} reads ${roles.join(', ')}`);
  return Object.entries(expected).map(([role, usual]) => {
    const named = output.names[role];
    const name = named ?? usual;
    if (known.includes(name)) return [role, name];
    // With one output and one role, there is nothing to mix up.
    if (named === undefined && known.length === 1 && roles.length === 1) return [role, known[0]!];
    const hint = suggest(name, known) || ` Its outputs are ${known.join(', ')}.`;
    throw new Error(
      `it has no output '${name}' for the ${role} that ${output.decoder} reads.${hint} output.names tells which it is`,
    );
  });
}

const isFixed = (side: number | string | undefined): side is number => typeof side === 'number' && side > 0;
const describeShape = ({ shape }: Port) => shape.map((side) => (isFixed(side) ? side : '?')).join(' × ') || 'a single number';
