export { type DocumentFile, type DocumentFormat, type DocumentPicture } from './document';
export { openDocument } from './open-document';
