import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

/** Sessions of this process at once; the one that was silent longest ends for a new one. */
const MAX_SESSIONS = 1_000;

interface Session {
  transport: StreamableHTTPServerTransport;
  /** The caller that opened it; nobody else may use it. */
  callerId: string;
}

/** The open sessions, the one that was used last at the end. */
export class McpSessions {
  private readonly sessions = new Map<string, Session>();

  add(id: string, session: Session): void {
    this.sessions.set(id, session);
    if (this.sessions.size > MAX_SESSIONS) void this.sessions.values().next().value!.transport.close();
  }

  /** Undefined for an unknown session, and for one of another caller. */
  find(id: string, callerId: string): StreamableHTTPServerTransport | undefined {
    const session = this.sessions.get(id);
    if (session?.callerId !== callerId) return undefined;
    this.sessions.delete(id);
    this.sessions.set(id, session);
    return session.transport;
  }

  remove(id: string): void {
    this.sessions.delete(id);
  }

  async close(): Promise<void> {
    await Promise.all([...this.sessions.values()].map(({ transport }) => transport.close()));
  }
}
