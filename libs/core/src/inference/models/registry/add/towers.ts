import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cutNetwork } from '../../onnx';
import { digestOfFile } from '../file-digests';
import type { ModelFacts, TowersDraft } from './architecture';

/** Most nodes for comparing two vectors: it takes a product, a scale and a bias. */
const MAX_NODES = 40;

/** File names of the two networks after the split. */
const FILES = { pictures: 'pictures.onnx', texts: 'texts.onnx' };

/** The fields of a model.yaml that say where the two networks are and how their vectors are compared. */
export interface Towers {
  file: string;
  digests: Record<string, string>;
  texts: Record<string, unknown>;
}

/**
 * Splits a network into its picture network and its text network, so that each runs without the other. Measures the scale and bias
 * with which their vectors are compared.
 * @throws Error that says why it cannot be split.
 */
export async function splitTowers(network: string, folder: string, { towers, facts }: Splitting): Promise<Towers> {
  const bytes = await readFile(network);
  const { pictures, texts, similarity } = towers;
  try {
    for (const tower of ['pictures', 'texts'] as const) {
      const { inputs, vector } = towers[tower];
      await writeFile(join(folder, FILES[tower]), cutNetwork(bytes, { inputs, outputs: [vector] }).bytes);
    }
    const compared = cutNetwork(bytes, { inputs: [pictures.vector, texts.vector], outputs: [similarity] });
    const size = facts.outputs.find(({ name }) => name === pictures.vector)!.shape.at(-1)!;
    const digests = Object.fromEntries(Object.values(FILES).map((file) => [file, digestOfFile(join(folder, file))]));
    const { templates, activation } = towers;
    const measured = await measure(compared, { ...towers, size });
    return { file: FILES.pictures, digests, texts: { file: FILES.texts, activation, ...measured, templates } };
  } catch (error) {
    throw new Error(`Its networks for pictures and texts cannot be told apart: ${(error as Error).message}. Export it again.`, {
      cause: error,
    });
  }
}

interface Splitting {
  towers: TowersDraft;
  facts: ModelFacts;
}

/** Measures scale and bias: two equal vectors of length 1 give scale plus bias, two orthogonal ones the bias alone. */
async function measure(
  { bytes, nodes, hasBranches }: ReturnType<typeof cutNetwork>,
  { pictures, texts, similarity, size }: TowersDraft & { size: number },
): Promise<{ scale: number; bias: number }> {
  if (nodes > MAX_NODES || hasBranches) throw new Error('their vectors are compared in a way that is not known');
  if (!(size > 1)) throw new Error(`'${pictures.vector}' does not say how many numbers it has`);
  // Loaded here, so that other commands start without the code for networks.
  const { runOnce } = await import('../../runtime/small-network.js');
  const axis = (at: number) => Float32Array.from({ length: size }, (_, each) => (each === at ? 1 : 0));
  const ask = async (text: number) => {
    const [answer] = await runOnce(bytes, { [pictures.vector]: axis(0), [texts.vector]: axis(text) }, similarity);
    return answer!;
  };
  const [same, bias] = [await ask(0), await ask(1)];
  if (!(same > bias)) throw new Error('alike vectors are not closer than others');
  const round = (value: number) => Number(value.toPrecision(9));
  return { scale: round(same - bias), bias: round(bias) };
}
