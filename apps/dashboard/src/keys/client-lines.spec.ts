import { clientLines } from './client-lines';

const made = { key: 'pk_live_abc' };
const linesFor = (client: RegExp, more = {}): string =>
  clientLines('https://percept.example:8443', { ...made, ...more }).find((each) => client.test(each.client))!.lines;

test('each client gets the address and the key', () => {
  for (const { client, lines } of clientLines('http://127.0.0.1:3000', made).filter(({ client }) => !/AWS/.test(client)))
    expect({ client, key: lines.includes('pk_live_abc'), host: lines.includes('127.0.0.1') }).toEqual({
      client,
      key: true,
      host: true,
    });
});

test("Google's client gets host, port and protocol apart", () => {
  expect(linesFor(/Google/)).toContain("apiEndpoint: 'percept.example', port: 8443, protocol: 'https'");
  expect(clientLines('https://percept.example', made)[0]!.lines).toContain('port: 443');
});

test('the pair of AWS is shown where the key has one, and else how to make it', () => {
  const pair = { aws_access_key_id: 'PKIA1', aws_secret_access_key: 'hidden' };
  expect(linesFor(/AWS/, pair).split('\n')).toEqual(
    expect.arrayContaining(['export AWS_ENDPOINT_URL=https://percept.example:8443', 'export AWS_ACCESS_KEY_ID=PKIA1']),
  );
  expect(linesFor(/AWS/)).toContain('percept keys create --name robots --aws');
});

test('the configuration of an agent is JSON', () => {
  expect(JSON.parse(linesFor(/MCP/))).toMatchObject({ mcpServers: { percept: { url: 'https://percept.example:8443/mcp' } } });
});
