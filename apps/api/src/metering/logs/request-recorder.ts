import { Inject, Injectable } from '@nestjs/common';
import { Store, type Log } from '@percept/core';
import { LOG } from '../../platform/config/service.module';
import type { RequestLogEntity } from './request-log.entity';
import { insertRequests } from './request-log.repository';
import { Flusher } from '../usage/flusher';

/** The most entries that wait: a flood must not fill the memory while the database is away, nor block it for long afterwards. */
const MAX_WAITING = 5_000;

/** Writes the request log: collects entries for a second and inserts them together. A killed process loses the last second. */
@Injectable()
export class RequestRecorder extends Flusher {
  private waiting: RequestLogEntity[] = [];
  private dropped = 0;

  constructor(
    private readonly store: Store,
    @Inject(LOG) private readonly log: Log,
  ) {
    super();
  }

  record(entry: RequestLogEntity): void {
    if (this.waiting.length >= MAX_WAITING) this.dropped++;
    else this.waiting.push(entry);
    this.begin();
  }

  protected async write(): Promise<void> {
    const rows = this.waiting;
    const { dropped } = this;
    this.waiting = [];
    this.dropped = 0;
    if (dropped > 0) this.log.error({ dropped }, 'More requests were answered in a second than the request log takes');
    if (rows.length === 0) return;
    try {
      await this.store.transaction(({ manager }) => insertRequests(manager, rows));
    } catch (error) {
      this.waiting = [...rows, ...this.waiting].slice(0, MAX_WAITING);
      throw error;
    }
  }
}
