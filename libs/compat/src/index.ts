// What the service may import from the doors.
export { CompatCalls, type Exchange, type FormPictures, type SignedCredential } from './compat-calls';
export {
  CompatFaces,
  type FaceCollection,
  type FaceMatch,
  type FacePage,
  type FaceQuery,
  type NewFace,
  type StoredFace,
} from './compat-faces';
export { CompatObjects } from './compat-objects';
export { CompatLibrary, type RunOptions, type RunStart } from './compat-library';
export { CompatUploads, type KeptUpload } from './compat-uploads';
export { CompatModule } from './compat.module';
export { serveTools } from './mcp/over-stdio';
export { readToolset } from './mcp/tools';
export { toDoorRequest } from './door';
