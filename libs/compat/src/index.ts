// What the service may import from the doors.
export { CompatCalls, type Exchange } from './compat-calls';
export { CompatFaces, CompatObjects } from './compat-stores';
export { CompatLibrary, type RunOptions, type RunStart } from './compat-library';
export { CompatUploads, type KeptUpload } from './compat-uploads';
export { CompatModule } from './compat.module';
export { serveTools } from './mcp/over-stdio';
export { readToolset } from './mcp/tools';
export { toDoorRequest } from './door';
