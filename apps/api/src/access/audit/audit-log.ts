import { Injectable } from '@nestjs/common';
import { newId, Store, systemClock, type Clock } from '@percept/core';
import type { AuditEntryEntity } from './audit-entry.entity';
import { insertAuditEntry, listAuditEntries, type AuditPage } from './audit.repository';
import type { Caller } from '../auth/caller';

export interface Done {
  action: string;
  target?: string | null;
  address?: string;
  requestId?: string;
}

/** The log of what keys and administrators change, and of refused access. Entries are only added. */
@Injectable()
export class AuditLog {
  private readonly clock: Clock = systemClock;

  constructor(private readonly store: Store) {}

  async record(
    caller: Pick<Caller, 'kind' | 'id' | 'name' | 'projectId'>,
    { action, target = null, address, requestId }: Done,
  ): Promise<void> {
    const actor = { actor_kind: caller.kind, actor_id: caller.id, actor_name: caller.name };
    const about = { action, target, address: address ?? null, request_id: requestId ?? null };
    const row: AuditEntryEntity = { id: newId('aud'), project_id: caller.projectId, at: this.clock.now(), ...actor, ...about };
    await this.store.transaction(({ manager }) => insertAuditEntry(manager, row));
  }

  /** Newest first. */
  list(projectId: string, page: AuditPage): Promise<AuditEntryEntity[]> {
    return listAuditEntries(this.store.reader, projectId, page);
  }
}
