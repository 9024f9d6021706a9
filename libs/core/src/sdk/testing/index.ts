// `@percept/sdk/testing`: runs a capability in a test as the service runs it, and offers contract tests for the other kinds.
export { capabilityPath } from '../../inference/declaration';
export { toOutputSchema } from '../../kernel/schema';
export {
  answerOfDoor,
  doorContract,
  itemSourceContract,
  modelTaskContract,
  operationContract,
  outputFormatContract,
  triggerSourceContract,
  type ContractTest,
  type DoorExample,
  type ItemSourceExample,
  type ModelTaskExample,
  type OperationExample,
  type ReadRows,
  type TriggerExample,
} from './contracts';
export { openTestImage, runCapability, type TestCall, type TestMedia } from './run-capability';
