import type { TimingRecorder } from './model-tasks';

/** For callers who do not measure time. */
export const untimed: TimingRecorder = { time: (_stage, work) => work() };
