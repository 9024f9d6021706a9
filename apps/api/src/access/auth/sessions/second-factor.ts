import { Injectable, Optional } from '@nestjs/common';
import { Config, Store, systemClock, type Clock, SecretBox } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { AdministratorEntity } from './administrator.entity';
import { findAdministrator, updateAdministrator, useTotpStep } from './administrator.repository';
import { newTotpSecret, stepOfCode, totpUri } from './totp';

const WRONG = 'The one-time code is wrong or was used already: give the code that your app shows now.';

/** One-time codes (TOTP, RFC 6238) beside the password. Their secret is encrypted like those of webhooks. */
@Injectable()
export class SecondFactor {
  private opened?: SecretBox;

  constructor(
    private readonly store: Store,
    private readonly config: Config,
    @Optional() private readonly clock: Clock = systemClock,
  ) {}

  /** Creates a secret, which counts once one of its codes was given. @throws CONFLICT without a password, or if codes are on. */
  async begin({ id, name, password_hash, totp_secret }: AdministratorEntity): Promise<{ secret: string; uri: string }> {
    if (!password_hash)
      throw new PerceptError('CONFLICT', 'Set a password first: one-time codes are asked for in addition to it.');
    if (totp_secret) throw new PerceptError('CONFLICT', 'One-time codes are on: turn them off first.');
    const secret = newTotpSecret();
    await this.update(id, { totp_pending_secret: this.box.seal(secret, id) });
    return { secret, uri: totpUri(secret, name) };
  }

  /** @throws CONFLICT if `begin` was not called; FORBIDDEN for a wrong code. */
  async confirm({ id, totp_pending_secret }: AdministratorEntity, code: string): Promise<void> {
    if (!totp_pending_secret)
      throw new PerceptError('CONFLICT', 'There is no secret to confirm: ask for one with POST /v1/session/totp.');
    const step = stepOfCode(this.box.open(totp_pending_secret, id), code, this.clock.now());
    if (step === undefined) throw new PerceptError('FORBIDDEN', WRONG);
    await this.update(id, { totp_secret: totp_pending_secret, totp_pending_secret: null, totp_last_step: step });
  }

  /** Whether the code may sign in; true if codes are off. Each code works once, across all processes. */
  async check(administrator: AdministratorEntity, code: string | undefined): Promise<boolean> {
    const { id, totp_secret } = administrator;
    if (!totp_secret) return true;
    const step = stepOfCode(this.box.open(totp_secret, id), code ?? '', this.clock.now());
    return step !== undefined && this.store.transaction(({ manager }) => useTotpStep(manager, id, step));
  }

  /** @throws NOT_FOUND before the first start. */
  async turnOff(id: string): Promise<void> {
    if (!(await findAdministrator(this.store.reader, id))) throw PerceptError.notFound('The administrator');
    await this.update(id, { totp_secret: null, totp_pending_secret: null });
  }

  private update(id: string, changes: Partial<AdministratorEntity>): Promise<void> {
    return this.store.transaction(({ manager }) => updateAdministrator(manager, id, changes));
  }

  /** Opened with the first use: commands that need no secret need no key file. */
  private get box(): SecretBox {
    return (this.opened ??= SecretBox.of(this.config));
  }
}
