export { ModelCatalogue } from './catalogue';
export { acceptFile, computeFileDigest, readFileSize } from './checked-file';
export { moveIntoPlace } from './pull';
export type { FetchOptions, ModelRepository, OpenOptions, WantedFile, WeightSource } from './weight-source';
