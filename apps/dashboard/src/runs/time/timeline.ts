import type { Shapes } from '../../api/client';

/** A call of a step, or several calls if there were too many to list. Times are in ms since `from` of the timeline. */
export type CallSpan = Shapes['TimelineSpan'];
export type Timeline = Shapes['RunTimelineResponse'];
