export { AnswerSection, SceneSection } from './classifier-sections';
export { Manifest, whyFixed } from './manifest';
export { CalibrationSection, InputSection, OutputSection } from './sections';
