import type { Shapes } from '../../api/client';

/** A call of a step, or several that were too many to list. Times are ms since `from` of the timeline. */
export type Span = Shapes['TimelineSpan'];
export type Timeline = Shapes['RunTimelineResponse'];
