import { PbfReader } from 'pbf';

/** Contents of an .onnx file besides its inputs and outputs. */
interface OnnxSummary {
  /** The file's metadata, by key. */
  metadata: Record<string, string>;
  /** Domains of the operators that the file uses, except ONNX's own and those that the file defines. */
  domains: Set<string>;
  /** Whether weights are in another file. */
  isSplit: boolean;
  /** The operator that computes a value, by the value's name. */
  makers: Map<string, string>;
}

/** Reads an .onnx file without its weights; field numbers are those of onnx.proto. @throws Error if the file has another format. */
export function readSummary(bytes: Uint8Array): OnnxSummary {
  const summary: OnnxSummary = { metadata: {}, domains: new Set(), isSplit: false, makers: new Map() };
  const own = new Set<string>();
  new PbfReader(bytes).readFields((field, all, reader) => {
    if (field === 7) reader.readMessage(readGraph, all);
    else if (field === 14) readEntry(all, reader);
    else if (field === 25) reader.readMessage((each) => void (each === 10 && own.add(reader.readString())), all);
  }, summary);
  for (const domain of ['', 'ai.onnx', ...own]) summary.domains.delete(domain);
  return summary;
}

function readGraph(field: number, summary: OnnxSummary, reader: PbfReader): void {
  if (field === 1) readNode(summary, reader);
  // Field 14 tells where the numbers are: 1 means another file.
  else if (field === 5)
    reader.readMessage((each, all) => void (each === 14 && reader.readVarint() === 1 && (all.isSplit = true)), summary);
}

function readNode(summary: OnnxSummary, reader: PbfReader): void {
  const node = { outputs: [] as string[], operator: '' };
  reader.readMessage((field) => {
    if (field === 2) node.outputs.push(reader.readString());
    else if (field === 4) node.operator = reader.readString();
    else if (field === 7) summary.domains.add(reader.readString());
  }, node);
  for (const output of node.outputs) summary.makers.set(output, node.operator);
}

function readEntry(summary: OnnxSummary, reader: PbfReader): void {
  let [key, value] = ['', ''];
  reader.readMessage((field) => {
    if (field === 1) key = reader.readString();
    else if (field === 2) value = reader.readString();
  }, summary);
  summary.metadata[key] = value;
}
