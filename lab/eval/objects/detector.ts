import type { Detail } from '@percept/sdk/models';
import type { Claim } from '../scoring/boxes';
import { openPlugins } from '../plugins';

interface Detections {
  detections: { object: string; confidence: number; bounding_box: Claim['box'] }[];
}

/** `vision.detect` as the service runs it. */
export interface Detector {
  /** Every object that the detector sees in the image, however faint. */
  look(path: string, detail?: Detail): Promise<Claim[]>;
  close(): Promise<void>;
}

export async function openDetector(): Promise<Detector> {
  const host = await openPlugins();
  return {
    look: async (path, detail = 'normal') => {
      const output = await host.call('vision.detect', { image: path, min_confidence: 0, detail });
      return (output as unknown as Detections).detections.map(({ object, confidence, bounding_box }) => ({
        label: object,
        confidence,
        box: bounding_box,
      }));
    },
    close: () => host.close(),
  };
}
