const GB = 1024 ** 3;

/** `0.4 GB`, `12 GB`. */
export const gigabytes = (bytes: number): string => `${bytes < 10 * GB ? (bytes / GB).toFixed(1) : Math.round(bytes / GB)} GB`;
