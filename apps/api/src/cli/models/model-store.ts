import type { ModelEntry } from '@percept/core';

/** A model that can be pulled. */
export interface CatalogueRow {
  name: string;
  /** What the model is, in a sentence. */
  summary?: string;
  /** How it compares with the default of its task, and who says so. */
  measured?: string;
  task: string;
  licence: string;
  /** The size of the download. */
  bytes: number;
}

export interface PullCommandOptions {
  onProgress: (bytesDone: number, bytesTotal: number) => void;
}

/** Calls a capability with an image. @throws PerceptError or ServiceError for one that cannot be read. */
export type ImageCaller = (capability: string, fields: object, file: string) => Promise<Record<string, unknown>>;

/** The models of a service or of this machine. */
export interface ModelStore {
  list(): Promise<ModelEntry[]>;
  catalogue(): Promise<CatalogueRow[]>;
  /** @returns the model's place, for display. @throws Error that says why it failed. */
  pull(name: string, options: PullCommandOptions): Promise<string>;
  /** Makes the model the default of its task. */
  use(name: string): Promise<ModelEntry>;
  withCalls<T>(work: (call: ImageCaller) => Promise<T>): Promise<T>;
  /** The model that the configuration names for a task, if known. It takes precedence over a default. */
  configured(task: string): string | undefined;
}
