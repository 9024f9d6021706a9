import type { Scene } from './scene';
import { clockTower, crossing, desk, fruit, harbour } from './scenes';

export interface Example {
  /** File name under examples/images; its extension decides the format. */
  file: string;
  draw: () => Scene;
  /** The objects that the detector finds at the default confidence, sorted by name. */
  objects: string[];
}

/** The images that the README, the tests and the folder pipeline use. */
export const EXAMPLES: readonly Example[] = [
  { file: 'clock-tower.png', draw: clockTower, objects: ['clock'] },
  { file: 'crossing.jpg', draw: crossing, objects: ['stop sign', 'traffic light'] },
  { file: 'desk.jpg', draw: desk, objects: ['cup', 'laptop'] },
  { file: 'fruit.jpg', draw: fruit, objects: ['banana', 'orange', 'orange'] },
  { file: 'harbour.webp', draw: harbour, objects: ['airplane', 'boat', 'boat', 'boat'] },
];

/** The video that the tests and the video pipeline use: an airplane crosses the sky over the boats. */
export const VIDEO = {
  /** File name under examples/videos. */
  file: 'harbour.mp4',
  width: 640,
  height: 426,
  fps: 10,
  seconds: 3,
  draw: harbour,
};
