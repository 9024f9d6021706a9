import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { openTextCapability } from '../eval/text/capability';
import { requireCompromise } from '../eval/text/compromise';
import { withCleanup, type Later } from './runner/cleanup';
import { Skipped, type Measurement, type MeasureOptions } from './runner/command';
import { answersPerSecond } from './http/json-load';
import { hasPeer, installed, withoutPeer } from '../peers';
import type { Report } from './runner/report';
import { ROOT, Service } from './service';
import { bounds, interleave, median, ratios, spread } from './runner/statistics';

const load = createRequire(__filename);
/** Sentences of ours, of the usual mixture of names, amounts and opinions. */
const SENTENCES = [
  'Ada Lovelace met Charles Babbage in London on 5 June 1833.',
  'The room was lovely, but the breakfast was not worth $25 at all!',
  'Acme Corp said sales rose 12.5% to $1.2 billion last year.',
  'I can not recommend this phone to anybody, it breaks after 20 minutes.',
  'Write to press@example.com or see https://example.com/news for more.',
  'They walked along the river and talked about what had happened in the village.',
  'So happy that @some_user is coming to Berlin tomorrow 😍 #summer',
  'The council will decide about the new bridge when the report is ready.',
];
const LONG = SENTENCES.join(' ').repeat(30).slice(0, 10_000);
const POST = SENTENCES.slice(0, 3).join(' ');

interface Analyzer {
  getSentiment(words: string[]): number;
}

/** `natural`'s own analyser with its English pattern list, by its part: the peer for speed, whatever it finds. */
function naturalSentiment(): (text: string) => void {
  const Analyzer = load('natural/lib/natural/sentiment/SentimentAnalyzer') as new (...settings: unknown[]) => Analyzer;
  const stemmer: unknown = load('natural/lib/natural/stemmers/porter_stemmer');
  const analyzer = new Analyzer('English', stemmer, 'pattern');
  return (text) => void analyzer.getSentiment(text.split(/\W+/));
}

/** Everyday texts of ours in eight languages, a tab-separated line each: language, sentiment, text. */
const EVERYDAY = join(ROOT, 'lab', 'eval', 'text', 'everyday.tsv');

/** How many short texts of a table in eight languages one core answers in a second, by its processor time: what else runs counts little. */
async function perCoreSecond(answer: (text: string) => Promise<unknown>, quick: boolean): Promise<number> {
  const rows = readFileSync(EVERYDAY, 'utf8').trim().split('\n');
  const texts = rows.map((row) => row.split('\t')[2]!).slice(0, quick ? 10 : Infinity);
  for (const text of texts.slice(0, 10)) await answer(text);
  const before = process.cpuUsage();
  for (const text of texts) await answer(text);
  const { user, system } = process.cpuUsage(before);
  return texts.length / ((user + system) / 1e6);
}

async function measure({ quick, say }: MeasureOptions, later: Later): Promise<Report> {
  if (!hasPeer('compromise')) throw new Skipped(withoutPeer('compromise'));
  const nlp = requireCompromise();
  const [sentiment, entities] = [await openTextCapability('text.sentiment'), await openTextCapability('text.entities')];
  const natural = naturalSentiment();
  const timed = (times: number, call: () => unknown) => async () => {
    const start = performance.now();
    for (let i = 0; i < times; i++) await call();
    return (performance.now() - start) / times;
  };
  say('Taking turns …');
  const times = quick ? 1 : 20;
  const ms = await interleave(
    {
      'compromise, 10,000 characters': timed(quick ? 1 : 3, () => {
        const document = nlp(LONG);
        return [document.people().out('array'), document.organizations().out('array'), document.places().out('array')];
      }),
      'entities, 10,000 characters': timed(times, () => entities({ text: LONG })),
      'natural, 10,000 characters': timed(times, () => natural(LONG)),
      'sentiment, 10,000 characters': timed(times, () => sentiment({ text: LONG })),
      'entities-en, 10,000 characters': timed(times, () => entities({ text: LONG, model: 'entities-en' })),
      'entities, a post': timed(times * 5, () => entities({ text: POST })),
      'entities-en, a post': timed(times * 5, () => entities({ text: POST, model: 'entities-en' })),
      'sentiment, a post': timed(times * 5, () => sentiment({ text: POST })),
    },
    quick ? 1 : 9,
  );
  const entitiesRatio = spread(ratios(ms['entities, 10,000 characters'], ms['compromise, 10,000 characters']));
  const sentimentRatio = spread(ratios(ms['sentiment, 10,000 characters'], ms['natural, 10,000 characters']));
  say('A table in eight languages …');
  const perCore = {
    sentiment_mixed_per_core_s: await perCoreSecond((text) => sentiment({ text }), quick),
    entities_mixed_per_core_s: await perCoreSecond((text) => entities({ text }), quick),
  };
  say('Through the service, one worker …');
  const service = await Service.start({ PERCEPT_WORKERS: '1' });
  later(() => service.stop());
  const overHttp = async (capability: string): Promise<number> => {
    const load = { path: `/v2/text/${capability}`, body: { text: POST }, inFlight: 8 };
    await answersPerSecond(service, { ...load, times: 20 });
    return answersPerSecond(service, { ...load, times: quick ? 20 : 1000 });
  };
  const [sentimentHttp, entitiesHttp] = [await overHttp('sentiment'), await overHttp('entities')];
  return {
    name: 'text',
    against: installed('compromise', 'natural'),
    ratios: { entities_time_vs_compromise: entitiesRatio.median, sentiment_time_vs_natural: sentimentRatio.median },
    figures: {
      ...bounds('entities_time_vs_compromise', entitiesRatio),
      ...bounds('sentiment_time_vs_natural', sentimentRatio),
      entities_ms_10000: median(ms['entities, 10,000 characters']),
      sentiment_ms_10000: median(ms['sentiment, 10,000 characters']),
      ...perCore,
      'entities-en_ms_10000': median(ms['entities-en, 10,000 characters']),
      'entities-en_per_s': 1000 / median(ms['entities-en, a post']),
      entities_per_s: 1000 / median(ms['entities, a post']),
      sentiment_http_per_s: sentimentHttp,
      entities_http_per_s: entitiesHttp,
      sentiment_per_s: 1000 / median(ms['sentiment, a post']),
    },
    tables: [
      {
        title: 'Milliseconds for a text, on one thread, without HTTP',
        head: ['', 'median', 'min', 'max'],
        rows: Object.entries(ms).map(([name, each]) => [name, median(each), Math.min(...each), Math.max(...each)]),
      },
    ],
  };
}

export const text: Measurement = {
  name: 'text',
  summary: 'Milliseconds of text.sentiment and text.entities beside natural and compromise.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
