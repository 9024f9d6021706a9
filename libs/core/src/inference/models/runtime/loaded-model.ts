import type { Manifest } from '../manifest';
import type { ModelIdentity } from './model-tasks';
import type { Session } from './session';

/** A model with its session, before its task has made something of it. */
export interface LoadedModel {
  identity: ModelIdentity;
  manifest: Manifest;
  session: Session;
  /** The characters of the classes, after the blank, of a model that reads text. */
  characters?: readonly string[];
  /** The last layers of a model for texts, or the network for texts of a model for pictures. */
  head?: Session;
  /** The file of the manifest's `text.vocabulary`. */
  vocabulary?: string;
  /** The files of the manifest's `tokens`. */
  tokenizer?: string;
  tokenizerConfig?: string;
}
