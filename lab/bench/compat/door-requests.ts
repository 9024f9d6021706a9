import { RekognitionClient, DetectFacesCommand } from '@aws-sdk/client-rekognition';

/** A request that is sent again and again. */
export interface Sent {
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

export interface Pair {
  aws_access_key_id: string;
  aws_secret_access_key: string;
}

interface Service {
  url: string;
  key: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** The faces of a picture by our own route: as JSON, as a form, and by the handle of an upload. */
export function ownRequests({ key }: Service, picture: Buffer, handle: string): Record<'json' | 'form' | 'handle', Sent> {
  const path = '/v2/vision/analyze';
  const authorization = `Bearer ${key}`;
  const json = (image: object): string => JSON.stringify({ ...image, features: ['faces'], include_metadata: true });
  const headers = { authorization, ...JSON_TYPE };
  return {
    json: { path, headers, body: json({ image_data: picture.toString('base64') }) },
    form: { path, ...form({ features: 'faces' }, picture, { authorization }) },
    handle: { path, headers, body: json({ image_url: handle }) },
  };
}

export function googleRequest({ key }: Service, picture: Buffer): Sent {
  const requests = [{ image: { content: picture.toString('base64') }, features: [{ type: 'FACE_DETECTION' }] }];
  return { path: '/v1/images:annotate', headers: { 'x-goog-api-key': key, ...JSON_TYPE }, body: JSON.stringify({ requests }) };
}

export function deepstackRequest({ key }: Service, picture: Buffer): Sent {
  return { path: `/v1/vision/face?api_key=${key}`, ...form({ min_confidence: '0.45' }, picture, {}) };
}

/** As the vendor's client writes and signs it; the signature holds for a quarter of an hour. */
export async function awsRequest({ url }: Service, pair: Pair, picture: Buffer): Promise<Sent> {
  let sent: Sent | undefined;
  const client = new RekognitionClient({
    endpoint: url,
    region: 'us-east-1',
    maxAttempts: 1,
    credentials: { accessKeyId: pair.aws_access_key_id, secretAccessKey: pair.aws_secret_access_key },
    requestHandler: {
      handle: async ({ path, headers, body }: Sent) => {
        sent = { path, headers, body };
        throw new Error('only written');
      },
    } as never,
  });
  await client.send(new DetectFacesCommand({ Image: { Bytes: picture } })).catch(() => undefined);
  if (!sent) throw new Error('The AWS client wrote no request.');
  // The pool writes its own.
  const headers = Object.entries(sent.headers).filter(([name]) => !['host', 'content-length'].includes(name));
  return { ...sent, headers: Object.fromEntries(headers) };
}

/** A message of a session that was opened before. @param picture the handle of an upload. */
export function mcpRequest({ key }: Service, session: Record<string, string>, picture: string): Sent {
  const call = { name: 'vision_analyze', arguments: { image: picture, features: ['faces'] } };
  return {
    path: '/mcp',
    headers: { authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream', ...JSON_TYPE, ...session },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
  };
}

/** A tensor of the binary extension. @param outputs all of the model, if it is absent. */
export function kserveRequest(
  { key }: Service,
  model: string,
  tensor: { name: string; shape: number[]; data: Uint8Array },
  outputs?: string[],
): Sent {
  const { name, shape, data } = tensor;
  const input = { name, datatype: 'UINT8', shape, parameters: { binary_data_size: data.length } };
  const head = Buffer.from(
    JSON.stringify({
      inputs: [input],
      outputs: outputs?.map((each) => ({ name: each })),
      parameters: { binary_data_output: true },
    }),
  );
  return {
    path: `/v2/models/${model}/infer`,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/octet-stream',
      'inference-header-content-length': String(head.length),
    },
    body: Buffer.concat([head, data]),
  };
}

function form(fields: Record<string, string>, picture: Buffer, headers: Record<string, string>): Pick<Sent, 'headers' | 'body'> {
  const boundary = 'percept-bench-boundary';
  const part = (name: string, value: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const texts = Object.entries(fields).map(([name, value]) => part(name, value));
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="image.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(texts.join('') + file), picture, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` }, body };
}
