import type { Manifest } from '../manifest';
import type { ModelIdentity } from './model-tasks';
import type { Session } from './session';

/** A model with its session, before its task has opened it. */
export interface LoadedModel {
  identity: ModelIdentity;
  manifest: Manifest;
  session: Session;
  /** For a model that reads text: the characters of its classes after the blank. */
  characters?: readonly string[];
  /** The last layers of a text model, or the text network of a picture model. */
  head?: Session;
  /** Path of the manifest's `text.vocabulary`. */
  vocabulary?: string;
  /** Paths of the files that the manifest's `tokens` names. */
  tokenizer?: string;
  tokenizerConfig?: string;
}
