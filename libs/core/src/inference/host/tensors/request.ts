import { PerceptError } from '../../../kernel';
import { readRequestHead, type RequestHead, type TensorJson } from './request-head';

/** A tensor as it was sent: in the JSON, or as bytes behind it. */
export interface RequestTensor extends Pick<TensorJson, 'name' | 'datatype' | 'shape'> {
  /** Numbers, texts or booleans, flat or nested as in the shape. */
  data?: unknown[];
  /** Little-endian elements in the order of rows; a view of the body. */
  bytes?: Uint8Array;
}

/** An inference request of the Open Inference Protocol v2. */
export interface TensorRequest extends Pick<RequestHead, 'id' | 'outputs' | 'parameters'> {
  inputs: RequestTensor[];
}

/**
 * Reads the body of an inference request.
 * @param headLength bytes of the JSON; binary tensors follow it in the order in which the JSON names them.
 * @throws PerceptError INVALID_REQUEST naming what is wrong.
 */
export function readTensorRequest(body: Uint8Array, headLength = body.length): TensorRequest {
  if (headLength > body.length)
    throw PerceptError.invalid('Inference-Header-Content-Length', `is ${headLength}, but the body has ${body.length} bytes.`);
  const { inputs, ...head } = readRequestHead(body.subarray(0, headLength));
  let at = headLength;
  const take = (tensor: TensorJson): RequestTensor => {
    const { name, datatype, shape, data, parameters = {} } = tensor;
    const length = parameters.binary_data_size;
    if (length === undefined) {
      if (data === undefined)
        throw PerceptError.invalid(name, "has no data: send 'data', or binary data and its 'binary_data_size'.");
      return { name, datatype, shape, data };
    }
    if (data !== undefined) throw PerceptError.invalid(name, "has 'data' beside 'binary_data_size': send one of them.");
    if (at + length > body.length)
      throw PerceptError.invalid(
        name,
        `promises ${length} bytes of binary data, but the body has only ${body.length - at} left.`,
      );
    at += length;
    return { name, datatype, shape, bytes: body.subarray(at - length, at) };
  };
  const tensors = inputs.map(take);
  if (at < body.length) throw PerceptError.invalid('body', `has ${body.length - at} bytes behind the last tensor.`);
  return { ...head, inputs: tensors };
}
