export { catalogueModel, readCatalogue, type CatalogueFile, type CatalogueModel } from './catalogue';
export { pullBytes, pullModel } from './pull';
