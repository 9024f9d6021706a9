import type { Manifest } from '../manifest';
import type { ModelIdentity } from './model-tasks';
import type { Session } from './session';

/** A model with its session, before its task has made something of it. */
export interface LoadedModel {
  identity: ModelIdentity;
  manifest: Manifest;
  session: Session;
  /** Of a model that reads text: the characters of its classes, after the blank. */
  characters?: readonly string[];
  /** Of a model for texts: its last layers. Of one for pictures that reads texts: the network for these. */
  head?: Session;
  /** The file of the manifest's `text.vocabulary`. */
  vocabulary?: string;
  /** The files of the manifest's `tokens`. */
  tokenizer?: string;
  tokenizerConfig?: string;
}
