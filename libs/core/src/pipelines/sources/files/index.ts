export { files } from './files';
