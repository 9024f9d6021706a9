export { Queue } from './queue';
export type { AddOptions, Job, JobContext, JobHandler, Lane, LaneWorker, WorkOptions } from './queue';
