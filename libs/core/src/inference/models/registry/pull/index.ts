export { type CatalogueModel, catalogueModel, readCatalogue } from './catalogue';
export { pullBytes, pullModel } from './pull';
