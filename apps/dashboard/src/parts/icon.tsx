/** SVG paths in a 24 × 24 box, drawn with a stroke width of 2. */
const PATHS = {
  home: 'M4 11l8-7 8 7M6 10v10h12V10',
  playground: 'M8 5l11 7-11 7z',
  logs: 'M5 6h14M5 12h14M5 18h9',
  pipelines: 'M4 4h6v6H4zM14 14h6v6h-6zM10 7h4a3 3 0 0 1 3 3v4',
  webhooks: 'M10 14a5 5 0 0 1 0-7l2-2a5 5 0 0 1 7 7l-1 1M14 10a5 5 0 0 1 0 7l-2 2a5 5 0 0 1-7-7l1-1',
  models: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  collections: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  plugins: 'M9 3v5M15 3v5M6 8h12v4a6 6 0 0 1-12 0zM12 18v3',
  keys: 'M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM11 12l9-9M16 7l3 3',
  usage: 'M5 20V10M12 20V4M19 20v-7M3 20h18',
  good: 'M4 12.5l5 5L20 6.5',
  warn: 'M12 4l9 16H3zM12 10v4M12 17v.5',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5',
  docs: 'M6 3h9l4 4v14H6zM14 3v5h5M9 13h7M9 17h7',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon beside text. Screen readers skip it. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
