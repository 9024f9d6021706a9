export { editorSchema } from './editor-schema';
