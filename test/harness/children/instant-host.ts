import 'reflect-metadata';
import { IsInt, IsOptional, IsString, Min } from 'class-validator';
import { AcceptsSecrets, defineCapability, type CapabilityDefinition } from '../../../libs/core/src/sdk';
import {
  PluginHost,
  type CallInput,
  type CallOptions,
  type CallResult,
  type HostStats,
} from '../../../libs/core/src/inference/host';

class EchoInput {
  @IsString() image: string;
  @IsInt() @Min(0) @IsOptional() add?: number;
  @AcceptsSecrets() @IsString() @IsOptional() token?: string;
}
class EchoOutput {
  @IsString() seen: string;
  @IsInt() total: number;
}

class WatchInput {
  @IsString() video: string;
}

const handler = () => async () => ({});
/** Answers with the text that it was given. */
const echo = defineCapability({
  id: 'test.echo',
  summary: 'Echoes.',
  input: EchoInput,
  output: EchoOutput,
  deterministic: true,
  setup: handler,
});
const other = defineCapability({ id: 'test.other', summary: 'Echoes.', input: EchoInput, output: EchoOutput, setup: handler });

const watch = defineCapability({ id: 'test.watch', summary: 'Watches.', input: WatchInput, output: EchoOutput, setup: handler });

export type Answer = (
  fields: Record<string, unknown>,
  call: { capability: string; options: CallOptions },
) => Promise<object> | object;

/** A plugin host without threads: for tests of what runs on top of one. */
export class InstantHost extends PluginHost {
  readonly plugins = [];
  readonly rejected = [];
  readonly ready = Promise.resolve();
  readonly capabilities = new Map<string, CapabilityDefinition>([echo, other, watch].map((each) => [each.id, each]));
  readonly calls: { capability: string; fields: Record<string, unknown>; input: CallInput; options: CallOptions }[] = [];
  /** Calls under way, and the most there were at once. */
  busy = 0;
  most = 0;

  constructor(public answer: Answer = ({ image }) => ({ seen: image, total: 1 })) {
    super();
  }

  find(id: string): CapabilityDefinition {
    return this.capabilities.get(id)!;
  }

  check(): void {
    return;
  }

  checkRoom(): void {
    return;
  }

  isReady(): boolean {
    return true;
  }

  warmCapabilities(): string[] {
    return [...this.capabilities.keys()];
  }

  async call(capability: string, input: CallInput, options: CallOptions = {}): Promise<CallResult> {
    const fields = input.fields!;
    this.calls.push({ capability, fields, input, options });
    this.most = Math.max(this.most, ++this.busy);
    try {
      await new Promise(setImmediate);
      const output = { ...(await this.answer(fields, { capability, options })) };
      return { output, timings: {}, models: [{ name: 'echo', version: '1', digest: '0' }] };
    } finally {
      this.busy--;
    }
  }

  infer(): Promise<never> {
    throw new Error('this host has no models');
  }

  preview(): Promise<never> {
    throw new Error('this host has no workers');
  }

  async reloadModels(): Promise<string[]> {
    return [];
  }

  stats(): HostStats {
    return { workers: 2, busy: this.busy, queued: 0, queuedBytes: 0, restarts: 0 };
  }

  async close(): Promise<void> {}
}
