// `@percept/sdk/testing`: runs a capability in a test as the service runs it.
export { capabilityPath, toOutputSchema } from '../declaration';
export { openTestImage, runCapability, type TestCall, type TestMedia } from './run-capability';
