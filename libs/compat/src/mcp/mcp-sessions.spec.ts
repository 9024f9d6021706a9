import { McpSessions } from './mcp-sessions';
import { Server } from './protocol';

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/** Opens a session. @returns its id. */
async function open(sessions: McpSessions, project: string, key = project): Promise<string> {
  const server = new Server({ name: 'test', version: '1' }, { capabilities: { tools: {} } });
  const transport = await sessions.open(server, { project, key });
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  const request = new Request('http://percept/mcp', { method: 'POST', headers });
  const answer = await transport.handleRequest(request, { parsedBody: INITIALIZE });
  return answer.headers.get('mcp-session-id')!;
}

test('where all places are taken, a session of the project with most ends for a new one, of its busiest key, silent longest', async () => {
  const sessions = new McpSessions(5);
  const modest = await open(sessions, 'B');
  const other = await open(sessions, 'A', 'other');
  const greedy = [];
  for (let n = 0; n < 4; n++) greedy.push(await open(sessions, 'A'));
  const isOpen = (id: string, key: string): boolean => sessions.find(id, { project: '', key }) !== undefined;
  expect(isOpen(modest, 'B')).toBe(true);
  expect(isOpen(other, 'other')).toBe(true);
  expect(greedy.map((id) => isOpen(id, 'A'))).toEqual([false, true, true, true]);
  expect(isOpen(modest, 'A')).toBe(false);
  await open(sessions, 'B');
  expect([isOpen(modest, 'B'), isOpen(greedy[1]!, 'A')]).toEqual([true, false]);
  await sessions.close();
});
