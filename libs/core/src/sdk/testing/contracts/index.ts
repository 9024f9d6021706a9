export { answerOfDoor, doorContract, type DoorExample } from './door';
export { itemSourceContract, type ItemSourceExample } from './item-source';
export { modelTaskContract, type ModelTaskExample } from './model-task';
export { operationContract, type OperationExample } from './operation';
export { outputFormatContract, type ReadRows } from '../../../pipelines/outputs/output-promises';
export { triggerSourceContract, type TriggerExample } from './trigger-source';
export type { ContractTest } from '../../../kernel/contract-test';
