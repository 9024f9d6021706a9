export { ModelCatalogue } from './catalogue';
export { openAddress, openHub, openIndexedWheel, type Environment } from './sources/opened';
export { moveIntoPlace } from './pull';
