export { REWRITER_VERSION, rewriteModel } from './rewrite';
