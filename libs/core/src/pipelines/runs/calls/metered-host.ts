import type { ModelRegistry } from '../../../inference/models/registry';
import { PluginHost, type CallInput, type CallOptions, type CallResult, type HostStats } from '../../../inference/host';

/** Whose plan a call counts against; without a key nobody's. */
export interface BilledAccount {
  accountId: string;
  keyId: string | null;
}

export interface MeteredCall {
  payer: BilledAccount;
  capability: string;
  /** Aborted where nobody wants the answer any more. */
  signal?: AbortSignal;
}

/** Runs a call and counts it. @throws QUOTA_EXCEEDED without running it. */
export type Meter = <T>(call: MeteredCall, work: () => Promise<T>) => Promise<T>;

/** The plugin host as one run has it: each call counts against the plan of whoever started the run. */
export class MeteredHost extends PluginHost {
  constructor(
    private readonly host: PluginHost,
    private readonly meter: Meter,
    private readonly payer: BilledAccount,
  ) {
    super();
  }

  get plugins() {
    return this.host.plugins;
  }
  get capabilities() {
    return this.host.capabilities;
  }
  get rejected() {
    return this.host.rejected;
  }
  get ready(): Promise<void> {
    return this.host.ready;
  }

  isReady(): boolean {
    return this.host.isReady();
  }

  check(capability: string, input: CallInput): void {
    this.host.check(capability, input);
  }

  checkRoom(capability: string): void {
    this.host.checkRoom(capability);
  }

  call(capability: string, input: CallInput, options?: CallOptions): Promise<CallResult> {
    return this.meter({ payer: this.payer, capability, signal: options?.signal }, () =>
      this.host.call(capability, input, options),
    );
  }

  reloadModels(stock: ModelRegistry): Promise<string[]> {
    return this.host.reloadModels(stock);
  }

  stats(): HostStats {
    return this.host.stats();
  }

  close(): Promise<void> {
    return this.host.close();
  }
}
