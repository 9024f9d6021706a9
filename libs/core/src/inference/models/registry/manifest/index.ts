export { AnswerSection, SceneSection } from './classifier-sections';
export { Manifest, whyFixed } from './manifest';
export { CalibrationSection, InputSection, OutputSection, TokensSection } from './sections';
