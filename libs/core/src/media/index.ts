export { PICTURE_FORMATS, type Picture, type PictureFormat, type PictureLimits, type PictureProperties } from './picture';
