import type { Image, TimingRecorder } from '@percept/sdk';
import type { ModelIdentity } from '@percept/sdk/models';

/** An image, and the records of the call. */
export interface ImageCall {
  image: Image;
  minConfidence: number;
  timer: TimingRecorder;
  used: (model: ModelIdentity) => void;
}
