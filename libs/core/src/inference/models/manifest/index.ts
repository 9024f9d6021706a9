export { AnswerSection, SceneSection } from './classifier-sections';
export { isAddedTask, isForPlugin, Manifest, whyFixed } from './manifest';
export { CalibrationSection, InputSection, OutputSection, TokensSection } from './sections';
