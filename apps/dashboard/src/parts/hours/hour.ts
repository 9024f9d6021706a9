import type { Shapes } from '../../api/client';

export type Hour = Shapes['LogHourResponse'];

const HOUR_MS = 3_600_000;
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const dated = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' });

/** Formats an hour in the reader's time zone: `14:00 – 15:00`. */
export const formatHour = ({ hour }: Hour, isDated = false): string =>
  `${(isDated ? dated : clock).format(new Date(hour))} – ${clock.format(Date.parse(hour) + HOUR_MS)}`;

/** The index of the column at this x position of a chart with `count` columns. */
export const columnAt = (x: number, { left, width }: { left: number; width: number }, count: number): number | undefined => {
  const index = Math.floor(((x - left) / width) * count);
  return index >= 0 && index < count ? index : undefined;
};

/** The SVG path of the latency line, with gaps where no request succeeded. */
export function drawLatencyLine(
  values: readonly (number | null)[],
  place: (index: number, value: number) => [x: number, y: number],
): string {
  let isOpen = false;
  const parts = values.map((value, index) => {
    if (value === null) {
      isOpen = false;
      return '';
    }
    const [x, y] = place(index, value);
    const part = `${isOpen ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
    isOpen = true;
    return part;
  });
  return parts.join('');
}
