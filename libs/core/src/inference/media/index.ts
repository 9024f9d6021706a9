export { base64Size, readBase64 } from './base64';
export { describeFileName } from './file-name';
export { type VideoContainer, IMAGE_FORMATS, type ImageFormat } from './formats';
export { detectMediaType } from './media-type';
export type { VideoSettings, MediaLimits } from './limits';
