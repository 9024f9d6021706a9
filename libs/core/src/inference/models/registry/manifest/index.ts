export { AnswerSection, SceneSection } from './classifier-sections';
export { Manifest } from './manifest';
export { CalibrationSection, InputSection, OutputSection } from './sections';
