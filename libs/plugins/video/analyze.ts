import { defineCapability, type CallContext } from '@percept/sdk';
import { AnalyzeVideoOutput } from './analyze-output';
import { AnalyzeVideoInput, VIDEO_FEATURES } from './analyze-input';
import { summarize } from './summarize';
import { watchVideo } from './watch';

/** Reports the progress after each frame. @param frames the number of frames to analyze. */
function progressOf(frames: number, report: CallContext['progress']): () => void {
  const start = performance.now();
  let done = 0;
  return () => {
    done++;
    const seconds = (performance.now() - start) / 1000;
    const rest = Math.max(0, frames - done);
    report({
      processed_frames: done,
      total_frames: frames,
      percent: Math.min(100, Math.round((done / frames) * 100)),
      eta_seconds: Number(((seconds / done) * rest).toFixed(1)),
    });
  };
}

export const analyzeVideo = defineCapability({
  id: 'vision.video.analyze',
  operation: 'analyzeVideo',
  summary: 'Describes what a video shows over time: objects and their tracks, activities, scenes and a summary.',
  description:
    'Analyzes every Nth frame (`frame_interval`), and reports only what frames at that distance can show. Timestamps are ' +
    'presentation times.',
  input: AnalyzeVideoInput,
  output: AnalyzeVideoOutput,
  deterministic: true,
  long: true,
  tasks: ['object-detection', 'pose-estimation', 'image-classification'],
  examples: [{ video_url: 'https://example.com/yard.mp4', frame_interval: 15, features: ['objects', 'activities'] }],

  async setup({ model }) {
    const models = {
      objects: await model('object-detection'),
      poses: await model('pose-estimation'),
      scenes: await model('image-classification'),
    };
    return async ({ video, frame_interval, features = [...VIDEO_FEATURES] }, { signal, timer, used, progress }) => {
      const seen = progressOf(Math.ceil(video.properties.frames / frame_interval), progress);
      const watched = await watchVideo(video, models, { every: frame_interval, features, signal, timer, used, seen });
      return summarize(video.properties, watched, { features, labels: models.poses.labels });
    };
  },
});
