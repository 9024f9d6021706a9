export type { OcrDescription } from './dictionary';
export { addModel, type AddedModel, type AddOptions } from './add';
export type { FoundPort, ModelArchitecture, ModelDraft, ModelFacts, TowerDraft, TowersDraft } from './architecture';
