import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport, type Server } from './protocol';

/** Sessions of this process at once; the one that was silent longest ends for a new one. */
const MAX_SESSIONS = 1_000;

interface Session {
  transport: WebStandardStreamableHTTPServerTransport;
  /** The caller that opened it; nobody else may use it. */
  callerId: string;
}

/** The open sessions of the revisions up to 2025-11-25, the one that was used last at the end. */
export class McpSessions {
  private readonly sessions = new Map<string, Session>();

  /** A session that begins with the next message. */
  async open(server: Server, callerId: string): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => this.add(id, { transport, callerId }),
    });
    transport.onclose = () => void (transport.sessionId && this.sessions.delete(transport.sessionId));
    await server.connect(transport);
    return transport;
  }

  /** Undefined for an unknown session, and for one of another caller. */
  find(id: string, callerId: string): WebStandardStreamableHTTPServerTransport | undefined {
    const session = this.sessions.get(id);
    if (session?.callerId !== callerId) return undefined;
    this.sessions.delete(id);
    this.sessions.set(id, session);
    return session.transport;
  }

  async close(): Promise<void> {
    await Promise.all([...this.sessions.values()].map(({ transport }) => transport.close()));
  }

  private add(id: string, session: Session): void {
    this.sessions.set(id, session);
    if (this.sessions.size > MAX_SESSIONS) void this.sessions.values().next().value!.transport.close();
  }
}
