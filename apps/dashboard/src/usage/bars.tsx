import { useMediaQuery } from '@mantine/hooks';
import { ticksUpTo } from './ticks';
import { counted } from '../parts/text/counted';

interface Counted {
  requests: number;
  errors: number;
}

interface Day extends Counted {
  day: string;
  dashboard: Counted;
}

const HEIGHT = 200;
const LEFT = 56;
const TOP = 12;
const BASE = 174;
/** Pixels per date label, so that a phone shows only a few. */
const DATE_WIDTH = 110;

const withoutDashboard = ({ day, requests, errors, dashboard }: Day) => ({
  day,
  requests: requests - dashboard.requests,
  errors: errors - dashboard.errors,
});

/** Requests by day, without the dashboard's own. Errors are at the foot of each bar. */
export function DayBars({ days: all }: { days: readonly Day[] }) {
  const days = all.map(withoutDashboard);
  const width = useMediaQuery('(max-width: 48em)') ? 400 : 900;
  const most = Math.max(1, ...days.map(({ requests }) => requests));
  const ticks = ticksUpTo(most);
  const step = (width - LEFT) / Math.max(1, days.length);
  const total = days.reduce((sum, { requests }) => sum + requests, 0);
  const tall = (count: number): number => (count / ticks.at(-1)!) * (BASE - TOP);
  const every = Math.ceil((days.length * DATE_WIDTH) / (width - LEFT));
  return (
    <svg
      role="img"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      className="bars"
      aria-label={`${counted(total, 'request')} in ${counted(days.length, 'day')}; ${most} on the busiest`}
    >
      {ticks.map((tick) => (
        <g key={tick} transform={`translate(0 ${BASE - tall(tick)})`}>
          <line x1={LEFT} x2={width} className={tick === 0 ? 'axis' : 'grid'} />
          <text x={LEFT - 8} y={4} textAnchor="end">
            {tick.toLocaleString('en')}
          </text>
        </g>
      ))}
      {days.map(({ day, requests, errors }, index) => (
        <g key={day} transform={`translate(${LEFT + index * step} 0)`}>
          <title>{`${day}: ${counted(requests, 'request')}, ${counted(errors, 'error')}`}</title>
          <rect width={step} height={BASE} fill="transparent" />
          <rect x={step * 0.15} width={step * 0.7} y={BASE - tall(requests)} height={tall(requests)} className="requests" />
          <rect x={step * 0.15} width={step * 0.7} y={BASE - tall(errors)} height={tall(errors)} className="errors" />
          {(days.length - 1 - index) % every === 0 && (
            <text x={step / 2} y={HEIGHT - 8} textAnchor={index === days.length - 1 ? 'end' : 'middle'}>
              {day.slice(5)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
