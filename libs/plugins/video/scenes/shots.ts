import type { Classification } from '@percept/sdk/models';
import { UNKNOWN } from '../unknown';
import { indoorEvidence, isIndoors } from './place';

/** The scene of a shot is classified this many seconds after its start; after the last of them, again and again at `AGAIN_S`. */
const LOOKS_AT_S = [0, 2, 5];
const AGAIN_S = 5;
/** The minimum mean confidence to name a kind of scene: after a single look, and where several looks agree. */
const MIN = { once: 0.5, often: 0.4 };
/**
 * The minimum probability to answer indoors or outdoors where no kind is clear; chosen on clips made of images:
 * docs/reference/quality.md.
 */
const MIN_PLACE = 0.7;

export interface Shot {
  /** Seconds. */
  start: number;
  end: number;
  scene: string;
  confidence: number;
}

interface OpenShot {
  start: number;
  looks: number;
  /** Sums over the looks: the confidences of each kind of scene, and the evidence for indoors. */
  scenes: Map<string, number>;
  indoors: number;
}

/** Cuts a video into shots and collects votes on the scene of each. */
export class Shots {
  private readonly open: OpenShot[] = [];

  /** Begins a shot if there was a cut. @returns whether the scene of this frame should be classified. */
  at(time: number, cut: boolean): boolean {
    if (cut || this.open.length === 0) this.open.push({ start: time, looks: 0, scenes: new Map(), indoors: 0 });
    const { start, looks } = this.open.at(-1)!;
    const due = LOOKS_AT_S[looks] ?? LOOKS_AT_S.at(-1)! + (looks - LOOKS_AT_S.length + 1) * AGAIN_S;
    return time - start >= due;
  }

  /** Adds the classes of an image of the current shot: every label with its confidence, however small. */
  add(found: readonly Classification[]): void {
    const shot = this.open.at(-1)!;
    shot.looks++;
    shot.indoors += indoorEvidence(found);
    for (const { label, confidence, category } of found) {
      if (category === 'scene') shot.scenes.set(label, (shot.scenes.get(label) ?? 0) + confidence);
    }
  }

  /** The shots; the first begins with the video, the last ends with it. */
  close(duration: number): Shot[] {
    return this.open.map((shot, index) => {
      const start = index === 0 ? 0 : shot.start;
      const end = Math.max(start, this.open[index + 1]?.start ?? duration);
      return { start, end, ...sceneOf(shot) };
    });
  }
}

/** The kind of scene that the looks agree on; else whether it is indoors or outdoors; else `unknown`. */
function sceneOf({ looks, scenes, indoors: evidence }: OpenShot): Pick<Shot, 'scene' | 'confidence'> {
  if (looks === 0) return { scene: UNKNOWN, confidence: 0 };
  const inside = 1 / (1 + Math.exp(-evidence / looks));
  const place = inside >= 0.5 ? { scene: 'indoors', confidence: inside } : { scene: 'outdoors', confidence: 1 - inside };
  const [scene, sum] = [...scenes].sort(([, one], [, other]) => other - one)[0] ?? [UNKNOWN, 0];
  const confidence = sum / looks;
  const contradicted = isIndoors(scene) === (place.scene === 'outdoors') && place.confidence >= MIN_PLACE;
  if (confidence >= (looks > 1 ? MIN.often : MIN.once) && !contradicted) return { scene, confidence };
  return place.confidence >= MIN_PLACE ? place : { scene: UNKNOWN, confidence: 0 };
}
