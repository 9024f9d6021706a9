import { forecast } from '../../../libs/plugins/forecast/forecast';
import { BUSINESSES, noiseFrom } from '../../../test/harness/fixtures/synthetic-series';
import { PEERS, peerIsHere, runPeer } from '../../bench/forecast/peer';
import type { Report } from '../../bench/runner/report';
import { mean, smape } from './accuracy';

const LENGTHS = [24, 30, 36];
const YEAR = 12;
/** Draws of each business, with other noise. */
const DRAWS = 5;
/** Apart from those of the tests. */
const SEED = 6_000_000;

interface Business {
  period: number;
  history: number[];
  future: number[];
}

const drawn = (length: number, draws: number): Business[] =>
  BUSINESSES.flatMap((make, i) =>
    Array.from({ length: draws }, (_, draw) => {
      const all = make(length + YEAR, noiseFrom(SEED + 1_000 * length + 100 * i + draw));
      return { period: YEAR, history: all.slice(0, length), future: all.slice(length) };
    }),
  );

const answered = ({ history, future }: Business) =>
  forecast({ values: Float64Array.from(history), periods: [YEAR], horizon: future.length, level: 0.95 });

const inside = (business: Business, { lower, upper }: ReturnType<typeof answered>) =>
  mean(business.future.map((value, k) => Number(value >= lower[k]! && value <= upper[k]!)));

/** Businesses with two to three years of months: whether their season is found, and the error of the next year beside R's. */
export function measureBusinesses(quick: boolean, say: (line: string) => void): Pick<Report, 'figures' | 'tables'> {
  const peers = peerIsHere() ? PEERS : [];
  if (peers.length === 0) say('R with its package forecast (Debian: r-cran-forecast) is not here: businesses have no peers.');
  const figures: Record<string, number> = {};
  const rows = LENGTHS.map((length) => {
    const businesses = drawn(length, quick ? 1 : DRAWS);
    const ours = businesses.map(answered);
    const errorOf = (forecasts: ArrayLike<number>[]) =>
      mean(businesses.map(({ future }, i) => smape(future, Array.from(forecasts[i]!))));
    figures[`season_found_of_12_${length}_months`] = 12 * mean(ours.map(({ period }) => Number(period === YEAR)));
    figures[`coverage95_businesses_${length}_months`] = mean(ours.map((each, i) => inside(businesses[i]!, each)));
    const errors = [errorOf(ours.map(({ predicted }) => predicted))];
    for (const peer of peers) errors.push(errorOf(runPeer(peer, businesses).forecasts));
    ['percept', ...peers].forEach((method, m) => (figures[`smape_businesses_${length}_months_${method}`] = errors[m]!));
    return [
      length,
      businesses.length,
      figures[`season_found_of_12_${length}_months`]!,
      figures[`coverage95_businesses_${length}_months`]!,
      ...errors,
    ];
  });
  const head = ['months', 'series', 'season found, of 12', 'inside 95 %', 'sMAPE: predict.timeseries', ...peers];
  return { figures, tables: [{ title: 'Twelve businesses with a short history: the next year', head, rows }] };
}
