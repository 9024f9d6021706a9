export { openModels, type Models, type OpenOptions } from './open-models';
