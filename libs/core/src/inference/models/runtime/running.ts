import type { ModelTask, ModelTasks } from './model-tasks';

/** A model that runs: what its task promises, and what its keeper needs. */
export interface Running<T extends ModelTask = ModelTask> {
  runner: ModelTasks[T];
  /** Runs it once on an empty image, so that the first call does not pay for the first run. */
  warm(): Promise<void>;
  close(): Promise<void>;
}
