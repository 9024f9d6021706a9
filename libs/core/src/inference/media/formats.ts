/** The image formats that Percept reads. It detects them from the bytes. */
export const IMAGE_FORMATS = ['jpeg', 'png', 'webp', 'bmp'] as const;

/** The name of an image format. */
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** The video containers that Percept reads. It detects them from the bytes. */
const VIDEO_CONTAINERS = ['mp4', 'mov', 'avi', 'webm'] as const;

/** The name of a video container. */
export type VideoContainer = (typeof VIDEO_CONTAINERS)[number];
