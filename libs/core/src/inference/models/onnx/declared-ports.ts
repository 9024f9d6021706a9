import { PbfReader } from 'pbf';

/** An input or output as the file declares it. */
export interface DeclaredPort {
  name: string;
  /** Element type by its number in onnx.proto; 0 for other things than tensors. */
  element: number;
  /** The size of each dimension; -1 for what is only known at run time. */
  shape: number[];
}

/** Reads only the inputs and outputs of an .onnx file. Field numbers are those of onnx.proto. */
export function readPorts(bytes: Uint8Array): { inputs: DeclaredPort[]; outputs: DeclaredPort[] } {
  const found = { inputs: [] as DeclaredPort[], outputs: [] as DeclaredPort[], constants: new Set<string>() };
  new PbfReader(bytes).readFields((field, all, reader) => void (field === 7 && reader.readMessage(readGraph, all)), found);
  // Old files name their weights among the inputs.
  return { inputs: found.inputs.filter(({ name }) => !found.constants.has(name)), outputs: found.outputs };
}

type Found = ReturnType<typeof readPorts> & { constants: Set<string> };

function readGraph(field: number, found: Found, reader: PbfReader): void {
  if (field === 5) reader.readMessage((each, { constants }) => void (each === 8 && constants.add(reader.readString())), found);
  else if (field === 11) found.inputs.push(readPort(reader));
  else if (field === 12) found.outputs.push(readPort(reader));
}

function readPort(reader: PbfReader): DeclaredPort {
  const port: DeclaredPort = { name: '', element: 0, shape: [] };
  const readDimension = (): void => {
    let size = -1;
    reader.readMessage((field) => void (field === 1 && (size = reader.readVarint())), port);
    port.shape.push(size);
  };
  const readTensorType = (field: number): void => {
    if (field === 1) port.element = reader.readVarint();
    else if (field === 2) reader.readMessage((each) => void (each === 1 && readDimension()), port);
  };
  reader.readMessage((field) => {
    if (field === 1) port.name = reader.readString();
    else if (field === 2) reader.readMessage((each) => void (each === 1 && reader.readMessage(readTensorType, port)), port);
  }, port);
  return port;
}
