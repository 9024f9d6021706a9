import type { Video, VideoFrame, VideoProperties, Image, TimingRecorder } from '@percept/sdk';
import type { DetectedObject, ModelIdentity, ModelTasks } from '@percept/sdk/models';
import type { VideoFeature } from './analyze-input';
import { enlarged } from './tracking/geometry';
import { Shots, type Shot } from './scenes/shots';
import { Tracker, type TrackedDetection, type Track } from './tracking/tracker';
import { changeBetween, createView, type ViewChange, type View } from './tracking/view';

/** ffmpeg scales the longer side to this many pixels: the detector's input size, so that nothing is scaled twice. */
const LONG_SIDE = 512;
const MULTIPLE = 32;
/** Objects with a lower confidence are useless for a track. */
const MIN_CONFIDENCE = 0.35;
/**
 * The maximum number of people per frame whose bodies are analyzed, largest first. Smaller people (part of the frame's height) are
 * skipped.
 */
const MAX_BODIES = 6;
const MIN_HEIGHT = 0.12;
/** The pose model needs some room around a person. Points with a mean score up to `MIN_BODY_SCORE` show no person. */
const ROOM = 1.2;
const MIN_BODY_SCORE = 0.3;
const MIN_PERSON = 0.5;

interface WatchModels {
  objects: ModelTasks['object-detection'];
  poses: ModelTasks['pose-estimation'];
  scenes: ModelTasks['image-classification'];
}

interface WatchContext {
  every: number;
  features: readonly VideoFeature[];
  signal: AbortSignal;
  timer: TimingRecorder;
  used: (model: ModelIdentity) => void;
  /** Called after each frame. */
  seen: (frame: VideoFrame) => void;
}

/** The observations on a video, before any conclusions. */
export interface WatchedVideo {
  /** Seconds of each entry. */
  times: number[];
  changes: ViewChange[];
  tracks: Track[];
  shots: Shot[];
}

/** Analyzes every Nth frame of a video, in order. */
export async function watchVideo(video: Video, models: WatchModels, context: WatchContext): Promise<WatchedVideo> {
  const watcher = new Watcher(models, context);
  const size = frameSize(video.properties);
  for await (const frame of video.frames({ every: context.every, size, signal: context.signal })) {
    await watcher.look(frame);
    context.seen(frame);
    context.signal.throwIfAborted();
    // Yields between two frames, so that a caller can stop it.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return watcher.close(video.properties);
}

/** The frame size to which the detector would scale. */
function frameSize({ width, height }: VideoProperties): { width: number; height: number } {
  const scale = LONG_SIDE / Math.max(width, height);
  const side = (pixels: number) => Math.max(MULTIPLE, Math.round((pixels * scale) / MULTIPLE) * MULTIPLE);
  return { width: side(width), height: side(height) };
}

class Watcher {
  private readonly tracker = new Tracker();
  private readonly shots = new Shots();
  private readonly times: number[] = [];
  private readonly changes: ViewChange[] = [];
  private before: View | undefined;

  constructor(
    private readonly models: WatchModels,
    private readonly context: WatchContext,
  ) {}

  async look({ time, image }: VideoFrame): Promise<void> {
    const { features, timer } = this.context;
    const entry = this.times.push(time) - 1;
    const view = await timer.time('decode', () => createView(image));
    const change = this.before ? changeBetween(this.before, view) : { cut: false, still: false };
    this.before = view;
    this.changes.push(change);
    if (change.cut) this.tracker.cut();
    if (features.includes('objects') || features.includes('activities')) await this.objects(entry, time, image);
    if (features.includes('scenes') && this.shots.at(time, change.cut)) await this.scene(image);
  }

  close({ duration }: VideoProperties): WatchedVideo {
    return { times: this.times, changes: this.changes, tracks: this.tracker.tracks, shots: this.shots.close(duration) };
  }

  private async objects(entry: number, time: number, image: Image): Promise<void> {
    const { timer, used, features } = this.context;
    const found = await this.models.objects.run(image, { minConfidence: MIN_CONFIDENCE, timer });
    used(this.models.objects.identity);
    const detections = this.tracker.update({ entry, time }, found);
    if (features.includes('activities')) await this.bodies(image, found, detections);
  }

  private async bodies(
    image: Image,
    found: readonly DetectedObject[],
    detections: (TrackedDetection | undefined)[],
  ): Promise<void> {
    const { properties } = image;
    const people = detections.filter(
      (detection, index): detection is TrackedDetection =>
        detection !== undefined &&
        found[index]!.label === 'person' &&
        detection.confidence >= MIN_PERSON &&
        detection.box.height >= properties.height * MIN_HEIGHT,
    );
    const largest = people.sort((one, other) => other.box.height - one.box.height).slice(0, MAX_BODIES);
    for (const detection of largest) {
      const points = await this.models.poses.run(image, enlarged(detection.box, ROOM, properties), {
        timer: this.context.timer,
      });
      this.context.used(this.models.poses.identity);
      if (points.reduce((sum, { score }) => sum + score, 0) / points.length > MIN_BODY_SCORE) detection.pose = points;
    }
  }

  private async scene(image: Image): Promise<void> {
    const { scenes } = this.models;
    this.shots.add(await scenes.run(image, { minConfidence: 0, timer: this.context.timer }));
    for (const identity of [scenes.identity, ...scenes.uses]) this.context.used(identity);
  }
}
