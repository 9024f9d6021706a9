import type { ExpressionReader, FaceDetector, FaceLandmarks } from '@percept/sdk/models';
import { toShares } from '../colors/shares';
import { roundConfidence } from '../confidence';
import type { ImageCall } from '../image-call';
import type { Face } from './faces-output';

/** Longer side, in pixels, of the copy in which faces are found and from which they are cut. */
export const WORKING_SIZE = 1536;

/** Finds faces, most confident first. @param reader without one, faces have no `emotions`. */
export async function findFaces(
  [detector, reader]: readonly [FaceDetector, ExpressionReader?],
  { image, minConfidence, timer, used, landmarks: withPoints }: ImageCall & { landmarks: boolean },
): Promise<Face[]> {
  // Every face is cut out of the same copy.
  const copy = await timer.time('decode', () => image.decoded(WORKING_SIZE));
  const found = await detector.run(copy, { minConfidence, timer });
  used(detector.identity);
  const faces = found.map(({ confidence, bounding_box, landmarks }): Face => ({
    ...{ confidence: roundConfidence(confidence), bounding_box },
    ...(withPoints && landmarks && { landmarks: roundedPoints(landmarks) }),
  }));
  if (faces.length === 0 || !reader) return faces;
  const emotions = await reader.run(copy, found, { timer });
  used(reader.identity);
  return faces.map((face, index) => ({ ...face, emotions: roundedShares(emotions[index]!) }));
}

/** Rounds to tenths of a pixel. */
function roundedPoints(points: FaceLandmarks): FaceLandmarks {
  const tenth = (value: number): number => Math.round(value * 10) / 10;
  const all = Object.entries(points).map(([name, { x, y }]) => [name, { x: tenth(x), y: tenth(y) }]);
  return Object.fromEntries(all) as FaceLandmarks;
}

/** Rounds the parts so that they still sum to 1. */
function roundedShares(parts: Record<string, number>): Record<string, number> {
  const shares = toShares(Object.values(parts));
  return Object.fromEntries(Object.keys(parts).map((name, index) => [name, shares[index]!]));
}
