import type { InferenceSession } from 'onnxruntime-node';
import type { Manifest } from '../manifest';
import type { ModelIdentity } from '../tasks';

/** A model with its session, before its task has made something of it. */
export interface LoadedModel {
  identity: ModelIdentity;
  manifest: Manifest;
  session: InferenceSession;
}
