import type { CreatedKey } from './keys';

/** An existing client of another service, and what to change in it. */
interface ClientLines {
  client: string;
  lines: string;
}

type Made = Pick<CreatedKey, 'key'> & { aws_access_key_id?: string | null; aws_secret_access_key?: string | null };

export const AWS = 'AWS (SDK, boto3, command line)';

/** Lines to paste for each client of another service. docs/compat has a page for each. */
export function clientLines(origin: string, made: Made): ClientLines[] {
  const { key } = made;
  return [
    { client: 'Google Cloud Vision (Node.js)', lines: google(origin, key) },
    { client: AWS, lines: aws(origin, made) },
    { client: 'Frigate (DeepStack)', lines: frigate(origin, key) },
    { client: 'Blue Iris, CodeProject.AI', lines: `${origin}/v1/vision/detection?api_key=${key}` },
    { client: 'KServe, Triton', lines: kserve(origin, key) },
    { client: 'Agents (MCP)', lines: mcp(origin, key) },
  ];
}

function google(origin: string, key: string): string {
  const { hostname, port, protocol } = new URL(origin);
  const place = [
    `apiEndpoint: '${hostname}'`,
    `port: ${port || (protocol === 'https:' ? 443 : 80)}`,
    `protocol: '${protocol.slice(0, -1)}'`,
  ];
  return `new ImageAnnotatorClient({ apiKey: '${key}', ${place.join(', ')}, fallback: true })`;
}

function aws(origin: string, { aws_access_key_id: id, aws_secret_access_key: secret }: Made): string {
  if (!id || !secret)
    return '# This key has no pair for AWS: generate one with a pair, here or on the command line:\npercept keys create --name robots --aws --scopes predict';
  return [
    `export AWS_ENDPOINT_URL=${origin}`,
    `export AWS_ACCESS_KEY_ID=${id}`,
    `export AWS_SECRET_ACCESS_KEY=${secret}`,
    'export AWS_REGION=us-east-1',
  ].join('\n');
}

function frigate(origin: string, key: string): string {
  return [
    'detectors:',
    '  percept:',
    '    type: deepstack',
    `    api_url: ${origin}/v1/vision/detection`,
    `    api_key: ${key}`,
    '    api_timeout: 1.0',
  ].join('\n');
}

const kserve = (origin: string, key: string): string => `curl -H 'Authorization: Bearer ${key}' ${origin}/v2/models/centernet`;

function mcp(origin: string, key: string): string {
  const percept = { type: 'http', url: `${origin}/mcp`, headers: { Authorization: `Bearer ${key}` } };
  return JSON.stringify({ mcpServers: { percept } }, null, 2);
}
