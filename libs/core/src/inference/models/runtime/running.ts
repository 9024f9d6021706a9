import type { ModelTask, ModelTasks } from './model-tasks';

/** A running model: the interface of its task, and what its keeper needs. */
export interface Running<T extends ModelTask = ModelTask> {
  runner: ModelTasks[T];
  /** Runs the model once on an empty image, so that the first call is not slower. */
  warm(): Promise<void>;
  close(): Promise<void>;
}
