import type { Share } from '@percept/core';
import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport, type Server } from './protocol';

/** Maximum number of sessions in this process. */
const MAX_SESSIONS = 1_000;

interface Session {
  transport: WebStandardStreamableHTTPServerTransport;
  /** The caller who opened it; no other key may use it. */
  share: Share;
}

/** The open sessions of revisions up to 2025-11-25, the most recently used last. */
export class McpSessions {
  private readonly sessions = new Map<string, Session>();

  constructor(private readonly most = MAX_SESSIONS) {}

  /** Opens a session that begins with the next message. */
  async open(server: Server, share: Share): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => this.add(id, { transport, share }),
    });
    transport.onclose = () => void (transport.sessionId && this.sessions.delete(transport.sessionId));
    await server.connect(transport);
    return transport;
  }

  /** Undefined if the session is unknown or belongs to another key. */
  find(id: string, { key }: Share): WebStandardStreamableHTTPServerTransport | undefined {
    const session = this.sessions.get(id);
    if (session?.share.key !== key) return undefined;
    this.sessions.delete(id);
    this.sessions.set(id, session);
    return session.transport;
  }

  async close(): Promise<void> {
    await Promise.all([...this.sessions.values()].map(({ transport }) => transport.close()));
  }

  private add(id: string, session: Session): void {
    this.sessions.set(id, session);
    if (this.sessions.size > this.most) void this.dispensable().transport.close();
  }

  /** The longest idle session of the key with the most sessions, in the project with the most. */
  private dispensable(): Session {
    const all = [...this.sessions.values()];
    const ofProject = mostOf(all, ({ share }) => share.project);
    return mostOf(ofProject, ({ share }) => share.key)[0]!;
  }
}

/** The largest group, in its order. */
function mostOf<T>(all: readonly T[], groupOf: (each: T) => string): T[] {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const group = groups.get(groupOf(each)) ?? [];
    groups.set(groupOf(each), group);
    group.push(each);
  }
  return [...groups.values()].reduce((most, group) => (group.length > most.length ? group : most));
}
