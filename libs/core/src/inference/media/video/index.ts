export { type FfmpegPrograms, findFfmpeg } from './ffmpeg-programs';
export { describeSandbox } from './sandbox';
export { openVideo } from './open-video';
export { previewVideo } from './preview-video';
export { keepForLater, outlastThread } from './video-folders';
export type { ClosableVideo, FrameOptions, Video, VideoFrame, VideoProperties } from './video';
