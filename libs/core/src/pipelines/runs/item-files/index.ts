export { locateMedia, type ItemMedia, type MediaAccess } from './locate-media';
export { mediaOfItem, takesMedia } from './media-of-item';
export type { OpenedFile, StoredFile } from './stored-file';
