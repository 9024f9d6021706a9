import { Conversion, last } from './conversion';
import { readGraph } from './graph';
import { encodeModel, type OnnxPort } from '../onnx';
import { OPERATORS } from './operators/operators';
import type { ConversionOptions, OutputOptions } from './options';
import type { Value } from './values';

/** Must be raised whenever equal input would give another ONNX file. Then prepared models are converted again. */
export const CONVERTER_VERSION = 3;

/**
 * Converts a TensorFlow.js graph model to ONNX (opset 17).
 * @returns the bytes of the .onnx file: input `images`, outputs by the requested names. Equal input gives equal bytes.
 * @throws Error naming file, node and operator if the graph cannot be converted, or the file if it is damaged.
 */
export function convertGraph(options: ConversionOptions): Uint8Array {
  const conversion = new Conversion(readGraph(options.file, options.topology), options.input, OPERATORS);
  const outputs = options.outputs.map((output) => exposeOutput(conversion, output));
  return encodeModel(conversion.builder.finish(conversion.inputs, outputs, `percept-tfjs/${CONVERTER_VERSION}`));
}

function exposeOutput(conversion: Conversion, output: OutputOptions): OnnxPort {
  const value = output.pool === 'mean' ? channelMeans(conversion, output) : conversion.value(output.node);
  const first = output.layout === 'NCHW' && !output.pool;
  conversion.builder.expose(conversion.in(first ? 'first' : 'last', value), output.name);
  const shape = portShape(conversion, value, output.name);
  return { name: output.name, element: value.element, shape: first ? [0, 3, 1, 2].map((axis) => shape[axis]!) : shape };
}

function channelMeans(conversion: Conversion, { node }: OutputOptions): Value {
  const image = conversion.value(node);
  const pooled = conversion.emit('GlobalAveragePool', [conversion.first(image)]);
  return last(conversion.emit('Flatten', [pooled], { axis: 1 }), [image.shape[0]!, image.shape.at(-1)!]);
}

/** Sizes that depend on a dynamic axis of the input get a name instead of a number. */
function portShape(conversion: Conversion, value: Value, name: string): (number | string)[] {
  const { dynamic } = conversion.input;
  const resizable = dynamic.includes('height') || dynamic.includes('width');
  return value.shape.map((size, axis) => {
    if (axis === 0 && dynamic.includes('batch')) return 'batch';
    const channels = axis === value.shape.length - 1;
    return resizable && axis > 0 && !channels ? `${name}_${axis}` : size;
  });
}
