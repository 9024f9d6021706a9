import 'reflect-metadata';
import type { PictureLimits } from './media';
import type { ModelTasks } from './models';
import { type CallInput, type CapabilityDefinition } from './plugins';
export interface TestCall {
    /** Stand-ins by task; a task without one throws at setup. */
    models?: Partial<ModelTasks>;
    /** An uploaded picture. */
    media?: CallInput['media'];
    allowPaths?: boolean;
    /** Those of the configuration's defaults when absent. */
    limits?: PictureLimits;
    signal?: AbortSignal;
}
/**
 * Runs a capability as the host's workers do, in this process: the input is checked, the picture opened, the handler
 * called and its answer checked.
 * @throws PerceptError as the host does; of an INTERNAL one the message is the fault itself.
 */
export declare function runCapability(capability: CapabilityDefinition, input: Record<string, unknown>, options?: TestCall): Promise<Record<string, unknown>>;
