const GB = 1024 ** 3;
const sized = (digits: number) => new Intl.NumberFormat('en', { style: 'unit', unit: 'gigabyte', maximumFractionDigits: digits });
const [small, large] = [sized(1), sized(0)];

/** Formats bytes, such as `0.4 GB` or `12 GB`. */
export const gigabytes = (bytes: number): string => (bytes < 10 * GB ? small : large).format(bytes / GB);
