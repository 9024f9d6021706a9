export { type FfmpegPrograms, findFfmpeg } from './ffmpeg-programs';
export { openVideo } from './open-video';
export type { Video, VideoFrame, VideoProperties } from './video';
