const sized = new Intl.NumberFormat('en', {
  style: 'unit',
  unit: 'megabyte',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** Formats bytes, such as `4.2 MB`. */
export const megabytes = (bytes: number): string => sized.format(bytes / 1e6);
