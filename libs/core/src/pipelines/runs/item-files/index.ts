export { locateMedia, type ItemMedia } from './locate-media';
export { mediaOfItem, takesMedia } from './media-of-item';
export type { OpenedFile, StoredFile } from './stored-file';
