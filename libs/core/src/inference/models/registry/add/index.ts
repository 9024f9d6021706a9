export type { OcrDescription } from './dictionary';
export { addModel, type AddedModel, type AddModelOptions } from './add';
export type { FoundPort, ModelArchitecture, ModelDraft, ModelFacts, TowerDraft, TowersDraft } from './architecture';
