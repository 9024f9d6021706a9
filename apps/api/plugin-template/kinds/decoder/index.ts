import { definePlugin } from '@percept/sdk';
import type { Candidate, DetectionDecoder } from '@percept/sdk/models';

/** What `output: { decoder: … }` of a `model.yaml` says. */
const DECODER = 'NAME';
/** Left, top, right and bottom in pixels of the input, a score from 0 to 1, and the index of a label. */
const COLUMNS = 6;

/** Reads a network that answers a row for each box. */
export const rows: DetectionDecoder = {
  // What it reads, and the usual name of that output of the network.
  outputs: { boxes: 'output' },

  // Runs in a worker thread, for each image.
  decode({ boxes }, { minScore, labels }): Candidate[] {
    const values = boxes!.data as Float32Array;
    const found: Candidate[] = [];
    for (let at = 0; at + COLUMNS <= values.length; at += COLUMNS) {
      const [left, top, right, bottom, score, label] = values.subarray(at, at + COLUMNS) as unknown as number[];
      if (score! >= minScore && label! < labels)
        found.push({ label: label!, score: score!, left: left!, top: top!, right: right!, bottom: bottom! });
    }
    return found;
  },
};

export default definePlugin({ name: 'NAME', version: '0.1.0', percept: 'PERCEPT_RANGE', decoders: { [DECODER]: rows } });
