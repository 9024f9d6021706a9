export type { AddOptions, Job, JobContext, JobHandler, Lane, LaneWorker, Queue, WorkOptions } from './queue';
