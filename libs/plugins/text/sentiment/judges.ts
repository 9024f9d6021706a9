import type { ModelIdentity, ModelTasks, Network } from '@percept/sdk/models';
import type { Readings } from '../entities/readings';
import { shippedModel } from '../weights/folder';
import { judgeEmoji } from './emoji';
import { judgeLearned, openLearnedLayers } from './learned';
import { LEXICON_LANGUAGES } from './languages';
import type { SentimentModel } from './models';
import { likeliestSentiment, type Judge, type Scores, type FastJudge } from './scores';
import { readSafetensors } from '../weights/tensors';
import { openLexiconJudge } from './by-lexicon';
import { withoutEllipses } from './ellipsis';
import { openEnglishJudge } from './english';

/** From this confidence on the fast model's answer to an English text is taken: for a quarter of posts, without measurable loss. */
const SURE = 0.8;
/** From this confidence on the judgement by the words alone is taken, in other languages: for a fifth of everyday texts. */
const SURE_BY_WORDS = 0.65;
/** The weight of the fast model in the mean where it is not sure. */
const FAST_SHARE = 0.5;

/** The options of one call for its judge. */
interface JudgeOptions {
  model: SentimentModel;
  /** ISO 639-1. */
  language: string;
  /** Called with each model that answered. */
  used: (model: ModelIdentity) => void;
  /** Called with the share of a text that the model knows, unless it knows all. */
  unknown?: (known: number) => void;
  /** Collects the encoder's readings. */
  readings: Readings;
  /** Whether the text may name something, so that the encoder's reading serves to find it. */
  mayName: boolean;
}

/** Opens the layers; the encoder below them and the networks beside them are loaded when a text first needs them. */
export function openJudges(
  encoder: () => Promise<ModelTasks['text-embedding']>,
  network: (file: string) => Promise<Network>,
): (options: JudgeOptions) => Judge {
  const [learnedModel, fastModel] = [shippedModel('sentiment'), shippedModel('sentiment-fast')];
  const layers = openLearnedLayers(learnedModel.file, network);
  const fastJudge = openFastJudges(fastModel.file);
  return ({ model, language, used, unknown, readings, mayName }) => {
    const isFast = model === 'sentiment-fast';
    const knowsFast = isFast || language === 'en';
    const sureByWords = (text: string, embedder: ModelTasks['text-embedding']): Scores | undefined => {
      if (knowsFast || mayName || mayReverse(text, language)) return undefined;
      const [rows] = embedder.rows([text]);
      const scores = rows!.known === 1 ? layers.rows(text, rows!, language) : undefined;
      return scores && scores[likeliestSentiment(scores)] >= SURE_BY_WORDS ? scores : undefined;
    };
    return async (parts) => {
      const texts = parts.map(({ text }) => text);
      const byEmoji = texts.map(judgeEmoji);
      const first = texts.map((text, i) => byEmoji[i] ?? (knowsFast ? fastJudge(language)(text) : undefined));
      if (first.some((scores) => scores !== undefined)) used(fastModel.identity);
      const isDone = (i: number): boolean => Boolean(byEmoji[i]) || (first[i] !== undefined && (isFast || isSure(first[i])));
      const rest = texts.map((_, i) => i).filter((i) => !isDone(i));
      if (rest.length === 0) return first as Scores[];
      const embedder = await encoder();
      const byWords = texts.map((text, i) => (rest.includes(i) ? sureByWords(text, embedder) : undefined));
      const unsure = rest.filter((i) => !byWords[i]);
      const later = await judgeLearned(
        unsure.map((i) => parts[i]!),
        language,
        { embedder, layer: layers.states, readings },
      );
      for (const identity of [learnedModel.identity, embedder.identity]) used(identity);
      for (const { known } of later) if (known < 1) unknown?.(known);
      unsure.forEach((i, at) => (first[i] = mixed(first[i], later[at]!.scores)));
      return first.map((scores, i) => byWords[i] ?? scores!);
    };
  };
}

/** Whether a word may reverse what the others say, such as `not` and `but`; always in languages whose words for it we do not know. */
function mayReverse(text: string, language: string): boolean {
  const known = LEXICON_LANGUAGES[language];
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return !known || words.some((word) => known.negations.has(word) || known.turns.has(word));
}

const isSure = (scores: Scores): boolean => scores[likeliestSentiment(scores)] >= SURE;

/** The two English models complement each other: one knows negations, the other events. */
function mixed(fast: Scores | undefined, learned: Scores): Scores {
  if (!fast) return learned;
  const mix = (key: keyof Scores) => FAST_SHARE * fast[key] + (1 - FAST_SHARE) * learned[key];
  return { positive: mix('positive'), negative: mix('negative'), neutral: mix('neutral') };
}

/** The judges by language: English is loaded at once, the others on first use, which takes some tens of milliseconds. */
function openFastJudges(file: string): (language: string) => FastJudge {
  const english = openEnglishJudge(file);
  const judges = new Map<string, FastJudge>([['en', withEmoji((text) => english(withoutEllipses(text)))]]);
  const weights = readSafetensors(file).float32('lexicon.calibration');
  return (language) => {
    const judge = judges.get(language) ?? withEmoji(openLexiconJudge(language, weights));
    judges.set(language, judge);
    return judge;
  };
}

/** Judges texts without a word by their emoji, alike in every language. */
const withEmoji =
  (judge: FastJudge): FastJudge =>
  (text) =>
    judgeEmoji(text) ?? judge(text);
