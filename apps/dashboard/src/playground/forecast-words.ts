import { counted } from '../parts/text/counted';

interface ForecastInfo {
  algorithm: string;
  accuracy_score: number;
  trend: string;
  seasonality_period: number;
  level_since?: string;
  regressors?: { name: string; used: boolean }[];
}

export interface ForecastAnswer {
  predictions: {
    timestamp: string;
    predicted_value: number;
    lower_bound: number;
    upper_bound: number;
    parts: { level: number; season: number; regressors: Record<string, number> };
  }[];
  model_info: ForecastInfo;
  processing_time_ms: number;
}

const METHODS: Record<string, string> = {
  tsb: 'the method of Teunter, Syntetos and Babai for rare demand',
  drift: 'a line from the first value to the last',
  naive: 'the last value',
};
const TRENDS: Record<string, string> = {
  increasing: 'The level is rising.',
  decreasing: 'The level is falling.',
  stable: 'The level is stable.',
};

/** Says in sentences how the forecast was made and how good it is. */
export function forecastInWords(info: ForecastInfo): string {
  const { algorithm, accuracy_score, trend, seasonality_period: period, level_since: since, regressors = [] } = info;
  const grows = algorithm.startsWith('exp ');
  const name = grows ? algorithm.slice(4) : algorithm;
  const method = METHODS[name] ?? (name.startsWith('trimmed_mean') ? 'the trimmed mean of five methods' : name);
  const used = regressors.filter((each) => each.used).map((each) => each.name);
  const unused = regressors.filter((each) => !each.used).map((each) => each.name);
  return [
    `Method: ${method}${grows ? ', with exponential growth' : ''}.`,
    `Accuracy at the end of the history: ${Math.round(100 * accuracy_score)} %.`,
    TRENDS[trend] ?? '',
    period > 1 ? `The pattern repeats every ${counted(period, 'period')}.` : 'No repeating pattern.',
    since ? `The level changed at ${since}.` : '',
    used.length > 0 ? `It depends on ${used.join(', ')}.` : '',
    unused.length > 0 ? `${unused.join(', ')} did not help.` : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });

/** The first and the last prediction with their intervals, then the highest and the lowest. */
export function predictionsInWords(predictions: ForecastAnswer['predictions']): string[] {
  const [first, last] = [predictions[0], predictions.at(-1)];
  if (!first || !last) return [];
  const by = predictions.toSorted((one, other) => one.predicted_value - other.predicted_value);
  return [
    inOneLine('First', first),
    ...(predictions.length > 1 ? [inOneLine('Last', last)] : []),
    ...(predictions.length > 2 ? [inOneLine('Highest', by.at(-1)!), inOneLine('Lowest', by[0]!)] : []),
  ];
}

function inOneLine(name: string, prediction: ForecastAnswer['predictions'][number]): string {
  const { timestamp, predicted_value, lower_bound, upper_bound } = prediction;
  const [from, to] = [number.format(lower_bound), number.format(upper_bound)];
  return `${name}: ${timestamp.slice(0, 10)}, ${number.format(predicted_value)} (95 % interval: ${from} to ${to})`;
}
