import type { operations } from '../../api/schema';

export type VideoResult = operations['analyzeVideo']['responses'][200]['content']['application/json'];
type Box = NonNullable<VideoResult['tracks']>[number]['boxes'][number]['bounding_box'];

export const LANES = ['scenes', 'objects', 'activities'] as const;
type LaneKind = (typeof LANES)[number];

/** Start and end, in seconds. */
interface SecondsSpan {
  start: number;
  end: number;
}

/** A name and the times at which it applies. */
export interface VideoLane {
  kind: LaneKind;
  name: string;
  spans: SecondsSpan[];
}

/** The scenes, objects and activities as lanes over time. Each group is sorted by total time, longest first. */
export function toVideoLanes({ timeline, scenes = [], video_info: { duration } }: VideoResult): VideoLane[] {
  const entries = timeline.map((entry, index) => ({
    ...entry,
    start: entry.timestamp,
    end: Math.max(entry.timestamp, timeline[index + 1]?.timestamp ?? duration),
  }));
  const found: Record<LaneKind, [string, SecondsSpan][]> = {
    scenes: scenes.map(({ scene, start, end }) => [scene, { start, end }]),
    objects: entries.flatMap(({ objects = [], start, end }) =>
      objects.map((name): [string, SecondsSpan] => [name, { start, end }]),
    ),
    activities: entries.flatMap(({ activities = [], start, end }) =>
      activities.map((name): [string, SecondsSpan] => [name, { start, end }]),
    ),
  };
  return LANES.flatMap((kind) => byName(kind, found[kind]));
}

function byName(kind: LaneKind, found: [string, SecondsSpan][]): VideoLane[] {
  const lanes = new Map<string, VideoLane>();
  for (const [name, { start, end }] of found) {
    const lane = lanes.get(name) ?? { kind, name, spans: [] };
    lanes.set(name, lane);
    const last = lane.spans.at(-1);
    if (last && start <= last.end) last.end = end;
    else lane.spans.push({ start, end });
  }
  const length = ({ spans }: VideoLane) => spans.reduce((sum, { start, end }) => sum + end - start, 0);
  return [...lanes.values()].sort((a, b) => length(b) - length(a));
}

/** The boxes of the individuals at a time, linearly interpolated between sightings. */
export function boxesAt({ tracks = [] }: VideoResult, time: number): { id: number; name: string; box: Box }[] {
  return tracks.flatMap(({ id, object: name, first, last, boxes }) => {
    if (time < first || time > last) return [];
    const next = boxes.findIndex(({ timestamp }) => timestamp >= time);
    const [before, after] = [boxes[Math.max(0, next - 1)], boxes[next]];
    if (!before || !after) return [];
    const way = after.timestamp - before.timestamp;
    return [{ id, name, box: between(before.bounding_box, after.bounding_box, way > 0 ? (time - before.timestamp) / way : 1) }];
  });
}

function between(from: Box, to: Box, part: number): Box {
  const at = (side: keyof Box) => from[side] + (to[side] - from[side]) * part;
  return { x: at('x'), y: at('y'), width: at('width'), height: at('height') };
}

/** Formats seconds, such as `1:02.5`. */
export const clockTime = (seconds: number): string => `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(1).padStart(4, '0')}`;

/** Describes an answer about a video in sentences. */
export function videoWords(answer: VideoResult): string[] {
  const kinds = { scenes: 'Scenes', objects: 'Objects', activities: 'Activities' };
  const lanes = toVideoLanes(answer);
  return LANES.map((kind) => {
    const its = lanes
      .filter((lane) => lane.kind === kind)
      .map(({ name, spans }) => `${name.replaceAll('_', ' ')} ${spans.map(inTime).join(', ')}`);
    return its.length > 0 ? `${kinds[kind]}: ${its.join('; ')}.` : `${kinds[kind]}: none.`;
  });
}

const inTime = ({ start, end }: SecondsSpan): string => `${clockTime(start)} to ${clockTime(end)}`;
