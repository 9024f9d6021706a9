export { type CatalogueModel, catalogueModel, readCatalogue, readRecommended, RECOMMENDED } from './catalogue';
export { pullBytes, pullModel, weightBytes } from './pull';
export { openAddress, openHub, openIndexedWheel, type Environment } from './sources/opened';
export { moveIntoPlace } from './pull';
