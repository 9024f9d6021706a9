import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { RunningPercept } from '../../../harness/percept';

/** The revisions of the protocol that are tested, and how the official client is made to speak them. */
export const REVISIONS = { '2026-07-28': 'auto', '2025-11-25': 'legacy' } as const;
export type Revision = keyof typeof REVISIONS;

/** Connects the official client. @param query of the address. */
export type Connect = (key?: string, query?: string) => Promise<Client>;

export const connecting =
  (service: () => RunningPercept, revision: Revision): Connect =>
  async (key = service().key, query = '') => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: REVISIONS[revision] } });
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${service().url}/mcp${query}`), { requestInit }));
    return client;
  };
