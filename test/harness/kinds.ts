import type { ContractTest } from '@percept/sdk/testing';

// What specs of sources, outputs, operations and triggers need besides the SDK.
export { ObjectStorage, ObjectStorageRules } from '../../libs/core/src/durable/object-storage';
export { checkBody } from '../../libs/core/src/inference/host/input';
export { AllowedPaths, Secrets } from '../../libs/core/src/kernel';
export { parsePipeline } from '../../libs/core/src/pipelines/language';
export { safeAgent } from '../../libs/core/src/kernel/net';

/** Runs the contract tests of a kind with Jest. */
export function describeContract(name: string, tests: ContractTest[]): void {
  describe(name, () => {
    for (const each of tests) test(each.name, each.run);
  });
}
