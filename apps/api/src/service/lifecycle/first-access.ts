import { DEFAULT_PROJECT, type Config } from '@percept/core';
import { rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AuditLog } from '../../access/audit/audit-log';
import type { ApiKeys } from '../../access/auth/keys/api-keys';
import { SCOPES } from '../../access/auth/scopes';

/** How long the first key and its file stay unused before they are removed. */
const FIRST_ACCESS_MS = 24 * 3_600_000;
const FIRST_KEY_NAME = 'first';
/** The audit log's actor for the first access. */
const SERVICE = { kind: 'command_line', id: 'command_line', name: 'percept serve', projectId: DEFAULT_PROJECT } as const;

/** The key that the first start makes, and the file that may contain it. Both are removed if nobody uses the key. */
export class FirstAccess {
  readonly file: string;

  constructor(
    { PERCEPT_DATA_DIR }: Pick<Config, 'PERCEPT_DATA_DIR'>,
    private readonly keys: Pick<ApiKeys, 'create' | 'list' | 'revoke'>,
    private readonly audit: Pick<AuditLog, 'record'>,
    private readonly now = Date.now,
  ) {
    this.file = resolve(PERCEPT_DATA_DIR, 'first-access.txt');
  }

  /** @returns the first key of this installation. */
  async makeKey(): Promise<string> {
    const { key } = await this.keys.create({ name: FIRST_KEY_NAME, plan: 'enterprise', scopes: [...SCOPES] });
    this.endInTime();
    return key;
  }

  /** Writes the file, for this user only. */
  write(text: string): void {
    this.removeFile();
    writeFileSync(this.file, text, { mode: 0o600, flag: 'wx' });
    this.endInTime();
  }

  removeFile(): void {
    rmSync(this.file, { force: true });
  }

  /** Revokes the first key if it is a day old and nobody has ever used it. */
  async endUnused(): Promise<void> {
    const [first] = await this.keys.list(DEFAULT_PROJECT);
    if (!first || first.name !== FIRST_KEY_NAME || first.last_used_at || first.revoked_at) return;
    if (this.now() - first.created_at < FIRST_ACCESS_MS) return;
    await this.keys.revoke(first.id, DEFAULT_PROJECT);
    await this.audit.record(SERVICE, { action: 'the first key was not used', target: first.id });
  }

  private endInTime(): void {
    const end = (): void => {
      this.removeFile();
      // The next start tries again.
      this.endUnused().catch(() => undefined);
    };
    setTimeout(end, FIRST_ACCESS_MS).unref();
  }
}
