import { readFile } from 'node:fs/promises';
import { readPorts, type DeclaredPort } from '../onnx';
import { isForPlugin } from '../manifest';
import type { RegisteredModel } from './registry';

/** An input or output of a network, in the terms of the Open Inference Protocol. */
export interface NetworkPort {
  name: string;
  /** The datatype's name, such as `FP32`. */
  datatype: string;
  /** The size of each dimension; -1 for any. */
  shape: number[];
}

/** The names of the types, by their numbers in onnx.proto. */
const DATATYPES: Readonly<Record<number, string>> = {
  1: 'FP32',
  2: 'UINT8',
  3: 'INT8',
  4: 'UINT16',
  5: 'INT16',
  6: 'INT32',
  7: 'INT64',
  8: 'BYTES',
  9: 'BOOL',
  10: 'FP16',
  11: 'FP64',
  12: 'UINT32',
  13: 'UINT64',
};

/** Most files whose ports are remembered; the oldest are dropped. */
const MAX_KNOWN = 500;

const known = new Map<string, Promise<{ inputs: NetworkPort[]; outputs: NetworkPort[] }>>();

/**
 * Describes the inputs and outputs of an .onnx model; undefined for an unprepared model and for other files. A file is read once as
 * long as it is remembered.
 */
export async function describeNetwork(
  model: Pick<RegisteredModel, 'file' | 'manifest' | 'revision'>,
): Promise<{ inputs: NetworkPort[]; outputs: NetworkPort[] } | undefined> {
  if (!model.file.endsWith('.onnx') || isForPlugin(model.manifest)) return undefined;
  let described = known.get(model.file + model.revision);
  if (!described) {
    described = readFile(model.file).then((bytes) => {
      const { inputs, outputs } = readPorts(bytes);
      return { inputs: inputs.map(portOf), outputs: outputs.map(portOf) };
    });
    if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value!);
    known.set(model.file + model.revision, described);
    described.catch(() => known.delete(model.file + model.revision));
  }
  return described.catch(() => undefined);
}

const portOf = ({ name, element, shape }: DeclaredPort): NetworkPort => ({
  name,
  datatype: DATATYPES[element] ?? 'UNKNOWN',
  shape,
});
