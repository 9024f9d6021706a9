// `@percept/sdk/doors`: what a plugin needs to bring the interface of another service.
import type { Door } from '../../doors';

export { BodyCredential } from '../../doors';
export type {
  AcceptedCall,
  Door,
  DoorAnswer,
  DoorCall,
  DoorError,
  DoorFaces,
  DoorFiles,
  DoorInput,
  DoorObjects,
  DoorOutput,
  DoorRequest,
  DoorRoute,
  FaceCollection,
  FaceMatch,
  FacePage,
  FaceQuery,
  NewFace,
  SignedCredential,
  StoredFace,
} from '../../doors';
export { digestInTurns } from '../../kernel';
export { bearerKey, headerKey, queryKey } from './credentials';
export { readJsonBody, type Json } from './json-body';

/** Declares the interface of another service. A plugin brings it in `doors`. */
export function defineDoor(door: Door): Door {
  return door;
}
