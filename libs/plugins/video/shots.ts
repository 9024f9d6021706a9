import type { Classification } from '@percept/sdk/models';

/** The scene is classified at the beginning of each shot, and again after this many seconds. */
const ASK_AGAIN_S = 5;
/** Mean confidence over a shot from which its scene is told. */
const MIN = 0.5;
export const UNKNOWN = 'unknown';

export interface Shot {
  /** Seconds. */
  start: number;
  end: number;
  scene: string;
  confidence: number;
}

interface OpenShot {
  start: number;
  classifiedAt: number;
  /** Answers so far, and the confidences of each kind of scene over them. */
  answers: number;
  scenes: Map<string, number>;
}

/** Cuts a video into shots and collects what each of them shows. */
export class Shots {
  private readonly open: OpenShot[] = [];

  /** Begins a shot if there was a cut. @returns whether the scene of this frame should be asked for. */
  at(time: number, cut: boolean): boolean {
    if (cut || this.open.length === 0) this.open.push({ start: time, classifiedAt: -Infinity, answers: 0, scenes: new Map() });
    const shot = this.open.at(-1)!;
    if (time - shot.classifiedAt < ASK_AGAIN_S) return false;
    shot.classifiedAt = time;
    return true;
  }

  /** What an image of the shot under way shows. */
  add(found: readonly Classification[]): void {
    const shot = this.open.at(-1)!;
    shot.answers++;
    for (const { label, confidence, category } of found) {
      if (category === 'scene') shot.scenes.set(label, (shot.scenes.get(label) ?? 0) + confidence);
    }
  }

  /** The shots; the first begins with the video, the last ends with it. */
  close(duration: number): Shot[] {
    return this.open.map(({ start, answers, scenes }, index) => {
      const [scene, sum] = [...scenes].sort(([, one], [, other]) => other - one)[0] ?? [UNKNOWN, 0];
      const confidence = sum / Math.max(1, answers);
      const begin = index === 0 ? 0 : start;
      const end = Math.max(begin, this.open[index + 1]?.start ?? duration);
      return confidence >= MIN ? { start: begin, end, scene, confidence } : { start: begin, end, scene: UNKNOWN, confidence: 0 };
    });
  }
}
