import type { OnnxModel, OnnxNode, OnnxTensor } from '../encoding';

/** The first version of ONNX's operators with QuantizeLinear and QLinearConv. */
const QUANTIZING = 10;
/** Operators whose meaning changed in that version and that are not translated here. */
const CHANGED = new Set(['TopK', 'Upsample']);

/** Translates the model to an operator version that can quantize. @throws Error if an operator is not translated. */
export function withQuantizeLinear(model: OnnxModel): OnnxModel {
  if (model.opset === undefined || model.opset >= QUANTIZING) return model;
  const changed = model.nodes.find(({ operator }) => CHANGED.has(operator));
  if (changed) throw new Error(`a ${changed.operator} of ONNX's operators ${model.opset} cannot be translated to ${QUANTIZING}`);
  const added: OnnxTensor[] = [];
  const nodes = model.nodes.map((node) => (node.operator === 'Slice' ? slice(node, added) : node));
  return { ...model, nodes, tensors: [...model.tensors, ...added], opset: QUANTIZING };
}

/** Earlier versions give the bounds of a Slice as attributes, this one as inputs. */
function slice(node: OnnxNode, added: OnnxTensor[]): OnnxNode {
  const inputs = ['starts', 'ends', 'axes'].flatMap((name) => {
    const places = node.attributes[name] as number[] | undefined;
    if (places === undefined) return [];
    const tensor: OnnxTensor = {
      name: `${node.outputs[0]}/${name}`,
      element: 'int64',
      shape: [places.length],
      data: BigInt64Array.from(places, BigInt),
    };
    added.push(tensor);
    return [tensor.name];
  });
  return { ...node, inputs: [...node.inputs, ...inputs], attributes: {} };
}
