import type { VideoProperties } from '@percept/sdk';
import { recognizeActivities, type ActivityClaim } from './activities/activities';
import type { AnalyzeVideoOutput, ObjectTrack, TimelineEntry, VideoInfo, VideoSummary } from './analyze-output';
import type { VideoFeature } from './analyze-input';
import { between } from './tracking/geometry';
import { grouped } from './group-by';
import { mainActivities } from './main-activities';
import type { Shot } from './scenes/shots';
import { UNKNOWN } from './unknown';
import { computeTrackConfidence, isBelieved, type TrackedDetection, type Track } from './tracking/tracker';
import type { WatchedVideo } from './watch';

/** The maximum number of labels in the summary, and the minimum fraction of the video's entries for each. */
const MAX_LABELS = 5;
const MIN_SHARE = 0.05;
const MS = 1000;

const rounded = (value: number, decimals = 4) => Number(value.toFixed(decimals));
const seconds = (time: number) => Math.round(time * MS) / MS;

/** Makes the answer from the observations. @param labels names of a body's points. */
export function summarize(
  video: VideoProperties,
  watched: WatchedVideo,
  { features, labels }: { features: readonly VideoFeature[]; labels: readonly string[] },
): AnalyzeVideoOutput {
  const believed = watched.tracks.filter(isBelieved).map(filled);
  const wants = (feature: VideoFeature) => features.includes(feature);
  const activities = wants('activities')
    ? recognizeActivities(believed, { ...video, changes: watched.changes, labels })
    : undefined;
  const present = wants('objects') ? objectsOf(believed, watched.times.length) : undefined;
  const shots = wants('scenes') ? watched.shots : undefined;
  const timeline = watched.times.map((time, entry) =>
    entryOf(time, { objects: present?.[entry], activities: activities?.[entry], shot: shots && shotAt(shots, time) }),
  );
  return {
    video_info: infoOf(video),
    timeline,
    ...(shots ? { scenes: shots.map(toSceneSpan) } : {}),
    ...(present ? { tracks: believed.map(trackOf) } : {}),
    summary: summaryOf(timeline, { tracks: believed, counted: present ? believed : [], shots: shots ?? [] }),
  };
}

function infoOf({ duration, fps, width, height, frames }: VideoProperties): VideoInfo {
  return {
    duration: seconds(duration),
    fps: rounded(fps, 3),
    resolution: `${width}x${height}`,
    total_frames: frames,
  };
}

/** Fills the gaps between two sightings, so that an object does not flicker. */
function filled({ label, detections }: Track): Track {
  const all = detections.flatMap((detection, index) => {
    const next = detections[index + 1];
    const missing = next ? next.entry - detection.entry - 1 : 0;
    return [detection, ...Array.from({ length: missing }, (_, gap) => halfway(detection, next!, (gap + 1) / (missing + 1)))];
  });
  return { label, detections: all };
}

function halfway(from: TrackedDetection, to: TrackedDetection, part: number): TrackedDetection {
  return {
    entry: Math.round(from.entry + (to.entry - from.entry) * part),
    time: from.time + (to.time - from.time) * part,
    box: between(from.box, to.box, part),
    confidence: Math.min(from.confidence, to.confidence),
  };
}

/** For each entry, the kinds of object in it, with the best confidence among the tracks of each kind. */
function objectsOf(tracks: readonly Track[], entries: number): Map<string, number>[] {
  const present = Array.from({ length: entries }, () => new Map<string, number>());
  for (const track of tracks) {
    const sure = computeTrackConfidence(track);
    for (const { entry, confidence } of track.detections) {
      const best = Math.max(present[entry]!.get(track.label) ?? 0, Math.max(sure, confidence));
      present[entry]!.set(track.label, best);
    }
  }
  return present.map((objects) => new Map([...objects].sort(([, one], [, other]) => other - one)));
}

interface Reported {
  objects?: Map<string, number>;
  activities?: readonly ActivityClaim[];
  shot?: Shot;
}

function entryOf(time: number, { objects, activities, shot }: Reported): TimelineEntry {
  const scene = shot && shot.scene !== UNKNOWN ? shot : undefined;
  const sure = [
    ...(objects?.values() ?? []),
    ...(activities ?? []).map(({ confidence }) => confidence),
    ...(scene ? [scene.confidence] : []),
  ];
  return {
    timestamp: seconds(time),
    ...(objects ? { objects: [...objects.keys()] } : {}),
    ...(activities ? { activities: activities.map(({ activity }) => activity) } : {}),
    ...(scene ? { scene: scene.scene } : {}),
    confidence: sure.length > 0 ? rounded(sure.reduce((sum, each) => sum + each, 0) / sure.length) : 0,
  };
}

const shotAt = (shots: readonly Shot[], time: number) => shots.findLast(({ start }) => start <= time) ?? shots[0];

const toSceneSpan = ({ start, end, scene, confidence }: Shot) => ({
  start: seconds(start),
  end: seconds(end),
  scene,
  confidence: rounded(confidence),
});

function trackOf(track: Track, index: number): ObjectTrack {
  return {
    id: index + 1,
    object: track.label,
    first: seconds(track.detections[0]!.time),
    last: seconds(track.detections.at(-1)!.time),
    confidence: rounded(computeTrackConfidence(track)),
    boxes: track.detections.map(({ time, box }) => ({ timestamp: seconds(time), bounding_box: box })),
  };
}

interface Summarized {
  tracks: readonly Track[];
  /** The tracks that are counted: none if objects were not requested. */
  counted: readonly Track[];
  shots: readonly Shot[];
}

function summaryOf(timeline: readonly TimelineEntry[], { tracks, counted, shots }: Summarized): VideoSummary {
  const scenes = grouped(shots, ({ scene }) => scene);
  const lengths = [...scenes].map(([scene, all]) => [scene, all.reduce((sum, { start, end }) => sum + end - start, 0)] as const);
  const [longest] = lengths.filter(([scene]) => scene !== UNKNOWN).sort(([, one], [, other]) => other - one);
  const counts = [...grouped(counted, ({ label }) => label)].map(([label, all]) => [label, all.length] as const);
  return {
    dominant_objects: mostFrequent(timeline.map(({ objects = [] }) => objects)),
    main_activities: mainActivities(timeline, tracks),
    scene_type: longest?.[0] ?? UNKNOWN,
    object_counts: Object.fromEntries(counts.sort(([, one], [, other]) => other - one)),
  };
}

/** The names that occur in most lists. */
function mostFrequent(lists: readonly string[][]): string[] {
  const all = grouped(lists.flat(), (name) => name);
  return [...all]
    .map(([name, times]) => ({ name, share: times.length / lists.length }))
    .filter(({ share }) => share >= MIN_SHARE)
    .sort((one, other) => other.share - one.share)
    .slice(0, MAX_LABELS)
    .map(({ name }) => name);
}
