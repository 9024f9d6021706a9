// The package `@percept/sdk`: what a plugin imports to declare its capabilities. docs/reference/sdk.md is generated from here.
// `sdk/index.js` lists the values again for `import`; test/e2e/plugins/sdk-package.spec.ts keeps both lists equal.
export { IMAGE_FORMATS, type ImageFormat, type VideoContainer } from '../inference/media';
export type { DocumentFile, DocumentPicture } from '../inference/media/documents';
export { cropTurned, encodeImage, imageFromPixels } from '../inference/media/images';
export type { CameraData, GpsCoordinates, Image, ImageInfo, ImageMetadata, Region, Size } from '../inference/media/images';
export type { FrameOptions, Video, VideoFrame, VideoProperties } from '../inference/media/video';
export type { TimingRecorder } from '../inference/models/runtime';
export { parseJson, PerceptError, suggest, toJson, type ErrorCode, type ErrorDetails } from '../kernel';
export {
  CelExpression,
  DataFile,
  defineCapability,
  DocumentInput,
  ImageInput,
  Rows,
  VideoInput,
  type CallContext,
  type CapabilityDefinition,
  type Handler,
  type Progress,
  type Resolved,
  type Row,
  type RowStream,
  type SetupContext,
} from '../inference/declaration';
export { AcceptsSecrets, Alias, toJsonSchema, type Class, type JsonSchema } from '../kernel/schema';
export { definePlugin, type PluginDefinition } from '../pipelines/kinds/plugin';
