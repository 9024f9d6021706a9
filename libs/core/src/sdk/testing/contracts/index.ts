export { answerOfDoor, doorContract, type DoorExample } from './door';
export { itemSourceContract, type ItemSourceExample } from './item-source';
export { operationContract, type OperationExample } from './operation';
export { outputFormatContract, type ReadRows } from './output-format';
export { triggerSourceContract, type TriggerExample } from './trigger-source';
export type { ContractTest } from './contract-test';
