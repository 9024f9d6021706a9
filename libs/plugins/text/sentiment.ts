import { defineCapability, PerceptError } from '@percept/sdk';
import type { ModelIdentity } from '@percept/sdk/models';
import { openNameTagger, type NameTagger } from './entities/name-tagger';
import type { TagWords } from './entities/names';
import { Readings } from './entities/readings';
import { openLanguageDetector, type DetectedLanguage, type LanguageDetector } from './language/detect';
import type { Readable } from './reading/readable';
import { readText } from './read-text';
import { splitSentences, type Stretch } from './reading/sentences';
import { type JudgedSentence, SentimentOutput } from './sentiment-output';
import { judgeDocument, toJudgement } from './sentiment/document';
import { judgeNames } from './sentiment/judged-entities';
import { openJudges } from './sentiment/judges';
import { FAST_LANGUAGES, MEASURED_LANGUAGES } from './sentiment/languages';
import { remembered } from './sentiment/remembered';
import type { Judge } from './sentiment/scores';
import { readingWarnings } from './reading-warnings';
import { IsBoolean, IsIn, IsOptional, IsString, JSONSchema } from '@percept/sdk/decorators';
import { SENTIMENT_MODELS, type SentimentModel } from './sentiment/models';

const SENTIMENT_CHARACTERS = 10_000;

class SentimentInput {
  @JSONSchema({ description: 'The text; plain or HTML.', minLength: 1, maxLength: SENTIMENT_CHARACTERS })
  @IsString()
  text!: string;

  @JSONSchema({ description: 'Language of the text, as an ISO 639-1 code such as `en`; detected by default.' })
  @IsString()
  @IsOptional()
  language?: string;

  @JSONSchema({ description: 'Whether to rate each sentence as well.' })
  @IsBoolean()
  detailed = false;

  @JSONSchema({
    description:
      '`sentiment` reads some sixty languages; in English it asks `sentiment-fast` first. `sentiment-fast` is some twenty times as fast and ' +
      'less often right: English by what it learned, de, es, fr, it, nl and pt by lists of words.',
  })
  @IsIn(SENTIMENT_MODELS)
  model: SentimentModel = 'sentiment';
}

/**
 * Each worker reads this text before its first call: the first text costs more than all that follow. The encoder is loaded only for
 * a text that needs it.
 */
const WARM_UP =
  'I really love the new office of Acme Corp in London! But the food was not good, and https://example.com is slow :(';

export const sentiment = defineCapability({
  id: 'text.sentiment',
  operation: 'analyzeSentiment',
  summary: 'Classifies a text as positive, negative or neutral.',
  description:
    'Returns calibrated probabilities for the text, for each sentence if `detailed` is set, and the sentiment towards the ' +
    'people and things that it names. Reads languages with the Latin, Greek, Cyrillic, Arabic and Devanagari scripts; we ' +
    `measured ${MEASURED_LANGUAGES.join(', ')}. For the others, the confidence is lower.`,
  input: SentimentInput,
  output: SentimentOutput,
  deterministic: true,
  tasks: ['text-sentiment', 'text-embedding', 'entity-recognition'],
  examples: [{ text: "The staff were lovely, but the food wasn't good at all.", detailed: true }],

  async setup({ model: open, network }) {
    const judgeFor = openJudges(() => open('text-embedding'), network);
    const names = openNames({ encoder: () => open('text-embedding'), network });
    const detect = openLanguageDetector(FAST_LANGUAGES);
    const answer: Answer = async ({ text, language, detailed, model }, used) => {
      const read = readText(text, SENTIMENT_CHARACTERS);
      const detected = languageOf(read.text, { named: language, detect, isFast: model === 'sentiment-fast' });
      let known = 1;
      const unknown = (share: number) => (known = Math.min(known, share));
      const readings = new Readings();
      const sentences = splitSentences(read.text);
      const mayName = sentences.some(({ text: sentence }) => MAY_NAME.test(sentence));
      const judge = remembered(judgeFor({ model, language: detected.language, used, unknown, readings, mayName }));
      const whole = toJudgement(await judgeDocument(read.text, sentences, judge));
      const tag = names.tagger && tagWith(names.tagger, { readings, isEnglish: detected.language === 'en', used });
      const entities = tag ? await judgeNames(read, sentences, { judge, tag }) : [];
      const judged = detailed && { sentences: await judgeSentences(sentences, judge, { text, read }) };
      const warnings = [...readingWarnings({ known }), ...names.warnings];
      return {
        ...whole,
        entities,
        language: detected.language,
        language_confidence: Number(detected.confidence.toFixed(4)),
        ...judged,
        ...(warnings.length > 0 && { warnings }),
      };
    };
    await answer({ text: WARM_UP, detailed: true, model: 'sentiment-fast' }, () => undefined);
    return (input, { used }) => answer(input, used);
  },
});

type Answer = (
  input: SentimentInput,
  used: (model: ModelIdentity) => void,
) => Promise<Omit<SentimentOutput, 'processing_time_ms'>>;

const NO_NAMES =
  '`entities` is empty, because the model that finds names cannot be used. The log of the service has the details.';

/** A broken model of names does not stop the judgement of texts. At the start, the service logs what is wrong with the model. */
function openNames(parts: Parameters<typeof openNameTagger>[0]): { tagger?: NameTagger; warnings: string[] } {
  try {
    return { tagger: openNameTagger(parts), warnings: [] };
  } catch {
    return { warnings: [NO_NAMES] };
  }
}

/** A capital that does not begin the sentence, a mention or a hashtag; scripts without capitals may always name something. */
const MAY_NAME = /(?:\s\p{P}*|['’])\p{Lu}|[#@]\p{L}|\p{Lo}/u;

/** The small model knows English. In other languages, only its sure answers are reported. */
const MIN_SURE = 0.6;

/** Tags names by the encoder's states where it has read the text anyway, and by the small model elsewhere. */
function tagWith(
  names: NameTagger,
  { readings, isEnglish, used }: { readings: Readings; isEnglish: boolean; used: (model: ModelIdentity) => void },
): TagWords {
  return async (sentences) => {
    const found = await names.tagRead(sentences, readings, used);
    const rest = sentences.filter((_, i) => found[i] === undefined);
    const fast = await names.fast(rest);
    if (rest.some(({ length }) => length > 0)) used(names.fastIdentity);
    return found.map((own) => own ?? fast.shift()!.filter(({ confidence }) => isEnglish || confidence >= MIN_SURE));
  };
}

async function judgeSentences(
  sentences: readonly Stretch[],
  judge: Judge,
  { text, read }: { text: string; read: Readable },
): Promise<JudgedSentence[]> {
  const scores = await judge(sentences);
  return sentences.map((each, i) => {
    const { start, end } = read.place(each.start, each.end);
    return { text: text.slice(start, end), start, end, ...toJudgement(scores[i]!) };
  });
}

/** @throws PerceptError INVALID_REQUEST, if the name is not a language, or not one of the fast model's. */
function languageOf(
  text: string,
  { named, detect, isFast }: { named?: string; detect: LanguageDetector; isFast: boolean },
): DetectedLanguage {
  const fast = `The languages of sentiment-fast are ${FAST_LANGUAGES.join(', ')}.`;
  if (named === undefined) {
    const detected = detect(text);
    if (!isFast || FAST_LANGUAGES.includes(detected.language)) return detected;
    throw PerceptError.invalid(
      'language',
      `was detected as '${detected.language}'. ${fast} If the detection is wrong, name the language.`,
    );
  }
  const language = named
    .trim()
    .toLowerCase()
    .replace(/^([a-z]{2})[-_][a-z0-9]+$/, '$1');
  if (isFast ? FAST_LANGUAGES.includes(language) : isLanguage(language)) return { language, confidence: 1 };
  const reason = isFast ? fast : 'Name a language by its ISO 639-1 code, such as en.';
  throw PerceptError.invalid('language', `'${named.slice(0, 60)}' is not a supported language. ${reason}`);
}

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Whether Node's Unicode data has this ISO 639-1 code of a language. */
const isLanguage = (code: string): boolean => /^[a-z]{2}$/.test(code) && names.of(code) !== undefined;
