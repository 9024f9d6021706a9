import { defineCapability } from '@percept/core';
import { AnalyzeVideoOutput } from './analysis';
import { AnalyzeVideoInput, VIDEO_FEATURES } from './analyze-input';
import { conclude } from './conclude';
import { watch } from './watch';

export const analyzeVideo = defineCapability({
  id: 'vision.video.analyze',
  summary: 'Tells what a clip shows over time: objects and their tracks, activities, scenes, and a summary.',
  description:
    'Looks at every Nth frame (`frame_interval`). Timestamps are those at which frames are shown. ' +
    'What cannot be told from frames so far apart is not claimed.',
  input: AnalyzeVideoInput,
  output: AnalyzeVideoOutput,
  deterministic: true,
  examples: [{ video_url: 'https://example.com/yard.mp4', frame_interval: 15, features: ['objects', 'activities'] }],

  async setup({ model }) {
    const models = {
      objects: await model('object-detection'),
      poses: await model('pose-estimation'),
      scenes: await model('image-classification'),
    };
    return async ({ video, frame_interval, features = [...VIDEO_FEATURES] }, { signal, timer, used }) => {
      const seen = () => {};
      const watched = await watch(video, models, { every: frame_interval, features, signal, timer, used, seen });
      return conclude(video.properties, watched, { features, labels: models.poses.labels });
    };
  },
});
