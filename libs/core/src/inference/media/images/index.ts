export type { CameraData, GpsPosition } from './metadata/exif';
export { annotate } from './annotations/annotate';
export { imageFromFrame } from './frame-image';
export type { Image, ImageMetadata, ImageInfo, Region, Size } from './image';
export { modelOutputs } from './model-outputs';
export { encodeJpeg } from './pixels';
export { checkBytes, checkSides, openImage } from './open-image';
export { previewImage } from './preview-image';
export { cropTurned, type ScaledPixels } from './turned';
