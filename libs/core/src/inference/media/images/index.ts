export type { CameraData, GpsPosition } from './exif';
export { imageFromFrame } from './frame-image';
export type { Image, ImageMetadata, ImageInfo, Region, Size } from './image';
export { checkBytes, openImage } from './open-image';
export { prepareDecoder } from './pixels';
