interface Day {
  day: string;
  requests: number;
  errors: number;
}

const WIDTH = 900;
const HEIGHT = 180;
const BASE = 160;

/** Requests by day, errors at the foot of each bar. */
export function DayBars({ days }: { days: readonly Day[] }) {
  const most = Math.max(1, ...days.map(({ requests }) => requests));
  const step = WIDTH / Math.max(1, days.length);
  const total = days.reduce((sum, { requests }) => sum + requests, 0);
  const tall = (count: number): number => (count / most) * (BASE - 20);
  return (
    <svg
      role="img"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="bars"
      aria-label={`${total} requests in ${days.length} days; ${most} on the busiest`}
    >
      {days.map(({ day, requests, errors }, index) => (
        <g key={day} transform={`translate(${index * step} 0)`}>
          <title>{`${day}: ${requests} requests, ${errors} errors`}</title>
          <rect width={step} height={HEIGHT} fill="transparent" />
          <rect x={step * 0.15} width={step * 0.7} y={BASE - tall(requests)} height={tall(requests)} className="requests" />
          <rect x={step * 0.15} width={step * 0.7} y={BASE - tall(errors)} height={tall(errors)} className="errors" />
        </g>
      ))}
      <line x1={0} x2={WIDTH} y1={BASE} y2={BASE} className="axis" />
      <text x={0} y={HEIGHT - 4}>
        {days[0]?.day}
      </text>
      <text x={WIDTH} y={HEIGHT - 4} textAnchor="end">
        {days.at(-1)?.day}
      </text>
      <text x={0} y={12}>
        {most} a day
      </text>
    </svg>
  );
}
