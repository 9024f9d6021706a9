/** The formats that pictures may come in, by their bytes. */
export const IMAGE_FORMATS = ['jpeg', 'png', 'webp', 'bmp'] as const;

export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** The containers that clips may come in, by their bytes. */
export const VIDEO_CONTAINERS = ['mp4', 'mov', 'avi', 'webm'] as const;

export type VideoContainer = (typeof VIDEO_CONTAINERS)[number];
