export {
  PICTURE_FORMATS,
  type Picture,
  type PictureFormat,
  type PictureLimits,
  type PictureMetadata,
  type PictureProperties,
  type Region,
  type Size,
} from './picture';
export { checkBytes, openPicture } from './open-picture';
export { base64Size, readBase64 } from './base64';
export { prepareDecoder } from './pixels';
export type { CameraData, CameraPlace } from './exif';
export { findFfmpeg, type FfmpegPrograms } from './ffmpeg-programs';
export {
  CLIP_CONTAINERS,
  type Clip,
  type ClipContainer,
  type ClipFrame,
  type ClipProperties,
  type ClipSettings,
  type FrameOptions,
} from './clip';
export { openClip } from './open-clip';
