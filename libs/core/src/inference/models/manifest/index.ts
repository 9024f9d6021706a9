export { AnswerSection, SceneSection } from './classifier-sections';
export { isForPlugin, Manifest, whyFixed } from './manifest';
export { CalibrationSection, InputSection, OutputSection, TokensSection } from './sections';
