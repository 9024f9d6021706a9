import { KindRegistry } from '../kernel';
import type { Door } from './door';

export { BodyCredential } from './door';
export type {
  AcceptedCall,
  Door,
  DoorAnswer,
  DoorCall,
  DoorError,
  DoorFiles,
  DoorInput,
  DoorOutput,
  DoorRequest,
  DoorRoute,
  SignedCredential,
} from './door';
export type { DoorFaces, DoorObjects, FaceCollection, FaceMatch, FacePage, FaceQuery, NewFace, StoredFace } from './door-stores';
export { checkPaths } from './door-paths';

/** The doors of all plugins, by their names in PERCEPT_COMPAT. */
export const doors = new KindRegistry<Door>('door', ['all', 'none']);
