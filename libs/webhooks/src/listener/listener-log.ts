/** A receiver's observations, for a verdict at the end. */
export interface ListenerReport {
  requests: number;
  /** The number of different events. */
  events: number;
  /** The number of events that were answered with success. */
  accepted: number;
  wrongSignatures: number;
  /** Events that came again with a different body. */
  changedBodies: number;
  /** Events that came again although they had been accepted. */
  duplicates: number;
  /** Events that first came after a newer one. */
  disordered: number;
}

interface Known {
  body: string;
  times: number;
  accepted: boolean;
}

const EVENTS_KNOWN = 10_000;

/** Remembers the newest ten thousand events by their id. */
export class ListenerLog {
  readonly report: ListenerReport = {
    requests: 0,
    events: 0,
    accepted: 0,
    wrongSignatures: 0,
    changedBodies: 0,
    duplicates: 0,
    disordered: 0,
  };
  private readonly known = new Map<string, Known>();
  private newest = '';

  wrongSignature(): void {
    this.report.requests++;
    this.report.wrongSignatures++;
  }

  /** @param accepted whether the response is a success. @returns a note for the log, such as `again (2)`. */
  record({ id, body, accepted }: { id: string; body: string; accepted: boolean }): string[] {
    this.report.requests++;
    const before = this.known.get(id);
    if (!before) return this.first(id, { body, times: 1, accepted });
    const messages = [`again (${++before.times})`];
    if (before.body !== body) messages.push('with another body');
    if (before.body !== body) this.report.changedBodies++;
    if (before.accepted) messages.push('though it was taken');
    if (before.accepted) this.report.duplicates++;
    if (accepted && !before.accepted) this.report.accepted++;
    before.accepted ||= accepted;
    return messages;
  }

  private first(id: string, known: Known): string[] {
    this.report.events++;
    if (known.accepted) this.report.accepted++;
    if (this.known.size >= EVENTS_KNOWN) this.known.delete(this.known.keys().next().value!);
    this.known.set(id, known);
    const at = createdAt(known.body);
    if (at < this.newest) this.report.disordered++;
    if (at < this.newest) return ['after a newer one'];
    this.newest = at;
    return [];
  }
}

/** Times of the same format compare as texts. */
function createdAt(body: string): string {
  try {
    const { created_at } = JSON.parse(body) as { created_at?: unknown };
    return typeof created_at === 'string' ? created_at : '';
  } catch {
    return '';
  }
}
