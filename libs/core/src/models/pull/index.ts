export { catalogueModel, readCatalogue, type CatalogueFile, type CatalogueModel } from './catalogue';
export { pullModel } from './pull';
