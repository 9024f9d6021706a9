import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { teach, type Lesson } from '../../../apps/api/src/inference/collections/learner/learner';
import { toldInterval } from '../../../apps/api/src/inference/collections/learner/told-interval';
import { type Measurement, type MeasureOptions } from '../../bench/runner/command';
import type { Report } from '../../bench/runner/report';
import { BACKGROUND_TEXTS } from '@percept/plugins';
import { ROOT } from '../../bench/service';
import { nameOf } from '../teach/teach';
import { wilson } from '../scoring/wilson';
import { openTextCapability } from './capability';

const FOLDER = join(ROOT, 'lab', 'eval', 'texts');
/** Texts of each class that a model is taught with. */
const EACH = [5, 10, 20];
const DRAWS = 20;
/** A name from this probability on is a claim. */
const CLAIMED = 0.5;

interface Topic {
  label: string;
  text: string;
  vector: Float32Array;
}

/** Who is named, among texts of the classes and among strangers. */
interface Judged {
  accuracy: number;
  claimed: number;
  right: number;
  strangers: number;
  told?: number;
  /** Share of the draws in which the told interval holds the accuracy. */
  covered?: number;
}

function readTexts(name: string): { label: string; text: string }[] {
  const rows = readFileSync(join(FOLDER, name), 'utf8').trim().split('\n');
  return rows.map((row) => row.split('\t')).map(([label, text]) => ({ label: label!, text: text! }));
}

async function embed(rows: readonly { label: string; text: string }[]): Promise<Topic[]> {
  const call = await openTextCapability('text.embed');
  const found: Topic[] = [];
  for (const row of rows) {
    const { embedding } = await call({ text: row.text });
    found.push({ ...row, vector: Float32Array.from(embedding as number[]) });
  }
  return found;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Labels that are only named and described: nothing was taught. */
async function named(tickets: readonly Topic[], strangers: readonly Topic[]): Promise<Judged> {
  const call = await openTextCapability('text.classify');
  const descriptions = JSON.parse(readFileSync(join(FOLDER, 'descriptions.json'), 'utf8')) as Record<string, string>;
  const labels = Object.keys(descriptions);
  const best = async (text: string): Promise<{ label: string; confidence: number } | undefined> => {
    const { classifications } = await call({ text, labels, descriptions, confidence_threshold: 0 });
    return (classifications as { label: string; confidence: number }[])[0];
  };
  const answers: { right: boolean; confidence: number }[] = [];
  for (const { text, label } of tickets) {
    const found = await best(text);
    answers.push({ right: found?.label === label, confidence: found?.confidence ?? 0 });
  }
  let claims = 0;
  for (const { text } of strangers) if (((await best(text))?.confidence ?? 0) >= CLAIMED) claims++;
  return judgedFrom(answers, claims / strangers.length);
}

function judgedFrom(answers: readonly { right: boolean; confidence: number }[], strangers: number): Judged {
  const claimed = answers.filter(({ confidence }) => confidence >= CLAIMED);
  const share = (all: readonly { right: boolean }[]): number => all.filter(({ right }) => right).length / all.length;
  return { accuracy: share(answers), claimed: claimed.length / answers.length, right: share(claimed), strangers };
}

/** Numbers that are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

function taught(
  tickets: readonly Topic[],
  strangers: readonly Topic[],
  { each, next, background }: { each: number; next: () => number; background: readonly Float32Array[] },
): Judged {
  const labels = [...new Set(tickets.map(({ label }) => label))];
  const size = tickets[0]!.vector.length;
  const seen: Topic[] = [];
  for (const label of labels) {
    const own = tickets.filter((topic) => topic.label === label).map((topic) => ({ topic, key: next() }));
    seen.push(
      ...own
        .sort((one, other) => one.key - other.key)
        .slice(0, each)
        .map(({ topic }) => topic),
    );
  }
  const vectors = new Float32Array(seen.length * size);
  for (const [index, { vector }] of seen.entries()) vectors.set(vector, index * size);
  const lesson: Lesson = {
    vectors,
    labels,
    background: Float32Array.from(background.flatMap((each) => [...each])),
    classes: Int32Array.from(seen, ({ label }) => labels.indexOf(label)),
  };
  const model = teach(lesson);
  const rest = tickets.filter((topic) => !seen.includes(topic));
  const answers = rest.map(({ vector, label }) => {
    const { number, probability } = nameOf(model, vector);
    return { right: labels[number] === label, confidence: probability };
  });
  const claims = strangers.filter(({ vector }) => nameOf(model, vector).probability >= CLAIMED).length;
  const judged = judgedFrom(answers, claims / strangers.length);
  const [low, high] = toldInterval(model.accuracy, seen.length);
  return { ...judged, told: model.accuracy, covered: Number(low <= judged.accuracy && judged.accuracy <= high) };
}

const average = (all: readonly Judged[]): Judged => ({
  accuracy: mean(all.map(({ accuracy }) => accuracy)),
  claimed: mean(all.map(({ claimed }) => claimed)),
  right: mean(all.map(({ right }) => right)),
  strangers: mean(all.map(({ strangers }) => strangers)),
  told: mean(all.map(({ told }) => told ?? NaN)),
  covered: mean(all.map(({ covered }) => covered ?? NaN)),
});

async function measure({ quick, say }: MeasureOptions): Promise<Report> {
  say('Describing the texts …');
  const tickets = await embed(readTexts('tickets.tsv'));
  const strangers = await embed(readTexts('strangers.tsv'));
  const zero = await named(tickets, strangers);
  const about = await embed(BACKGROUND_TEXTS.map((text) => ({ label: '', text })));
  const background = about.map(({ vector }) => vector);
  const next = numbers(11);
  const rows = EACH.map((each) => {
    const draws = Array.from({ length: quick ? 2 : DRAWS }, () => taught(tickets, strangers, { each, next, background }));
    return { name: `${each} texts a class`, ...average(draws) };
  });
  const [low, high] = wilson(Math.round(zero.accuracy * tickets.length), tickets.length);
  return {
    name: 'topics',
    ratios: {},
    figures: {
      named_accuracy: zero.accuracy,
      named_accuracy_low: low,
      named_accuracy_high: high,
      named_right_of_claimed: zero.right,
      named_strangers: zero.strangers,
      ...Object.fromEntries(rows.map(({ accuracy }, index) => [`accuracy_${EACH[index]}`, accuracy])),
      strangers_20: rows.at(-1)!.strangers,
      texts: tickets.length + strangers.length,
    },
    tables: [
      {
        title: `Six kinds of tickets, ${tickets.length} texts in four languages, and ${strangers.length} texts of none of them; nothing was fitted on them`,
        head: ['classes', 'accuracy', 'named', 'right of those', 'strangers named', 'told', 'interval holds'],
        rows: [{ name: 'named and described', ...zero }, ...rows].map(
          ({ name, accuracy, claimed, right, strangers: far, told, covered }) => [
            ...[name, accuracy, claimed, right, far],
            told ?? '',
            covered ?? '',
          ],
        ),
      },
    ],
    on: 'lab/eval/texts',
  };
}

export const topics: Measurement = {
  name: 'topics',
  summary: 'text.classify with labels that are only named, and with models that were taught with 5, 10 and 20 texts a class.',
  measure,
};
