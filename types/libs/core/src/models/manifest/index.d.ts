export { MANIFEST_TASKS, Manifest, type ManifestTask, type ModelFolder } from './manifest';
export { modelFolders, readManifest } from './read';
export type { HeadSection, PresenceSection, SceneSection } from './classifier-sections';
export type { CalibrationSection, ConversionSection, InputSection, OutputSection } from './sections';
export type { RewriteSection } from './rewrite-section';
