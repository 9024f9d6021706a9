import { defineCapability, suggest, PerceptError } from '@percept/sdk';
import { openTagger } from './entities/tagger';
import { openLanguageDetector, type LanguageDetector, type DetectedLanguage } from './language/detect';
import { sentencesOf } from './reading/sentences';
import { SENTIMENT_CHARACTERS, SentimentInput } from './sentiment-input';
import { SentimentOutput } from './sentiment-output';
import { judgeDocument, judgementOf } from './sentiment/document';
import { judgeNames } from './sentiment/judged-entities';
import { openJudges } from './sentiment/judges';
import { SENTIMENT_LANGUAGES } from './sentiment/languages';
import { readText } from './read-text';
import { shippedModel } from './weights/folder';

/** Read once by each worker before its first call: the first text costs more than all that follow. */
const WARM_UP =
  'I really love the new office of Acme Corp in London! But the food was not good, and https://example.com is slow :(';

export const sentiment = defineCapability({
  id: 'text.sentiment',
  operation: 'analyzeSentiment',
  summary: 'Classifies a text as positive, negative or neutral.',
  description:
    'Answers with calibrated probabilities for the text, for each sentence where `detailed` is set, and with the sentiment ' +
    `of whom and what it names. Languages: ${SENTIMENT_LANGUAGES.join(', ')}; English by a trained model, the others by lexicons.`,
  input: SentimentInput,
  output: SentimentOutput,
  deterministic: true,
  tasks: ['text-sentiment', 'entity-recognition'],
  examples: [{ text: "The staff were lovely, but the food wasn't good at all.", detailed: true }],

  async setup() {
    const [judging, naming] = [shippedModel('sentiment-en'), shippedModel('entities-en')];
    const judgeFor = openJudges(judging.file);
    const tagger = openTagger(naming.file);
    const detect = openLanguageDetector(SENTIMENT_LANGUAGES);
    const answer = async ({ text, language, detailed }: SentimentInput) => {
      const read = readText(text, SENTIMENT_CHARACTERS);
      const detected = languageOf(read.text, language, detect);
      const judge = judgeFor(detected.language);
      const sentences = sentencesOf(read.text);
      return {
        ...judgementOf(judgeDocument(read.text, sentences, judge)),
        entities: judgeNames(read, sentences, { judge, tagger, english: detected.language === 'en' }),
        language: detected.language,
        language_confidence: Number(detected.confidence.toFixed(4)),
        ...(detailed && {
          sentences: sentences.map((each) => {
            const { start, end } = read.place(each.start, each.end);
            return { text: text.slice(start, end), start, end, ...judgementOf(judge(each.text)) };
          }),
        }),
      };
    };
    await answer({ text: WARM_UP, detailed: true });
    return async (input, { used }) => {
      const answered = await answer(input);
      for (const { identity } of [judging, naming]) used(identity);
      return answered;
    };
  },
});

/** @throws PerceptError INVALID_REQUEST naming the languages, if it is none of them. */
function languageOf(text: string, named: string | undefined, detect: LanguageDetector): DetectedLanguage {
  const known = `The languages are ${SENTIMENT_LANGUAGES.join(', ')}.`;
  if (named === undefined) {
    const detected = detect(text);
    if (SENTIMENT_LANGUAGES.includes(detected.language)) return detected;
    throw PerceptError.invalid(
      'language',
      `was detected as '${detected.language}', which there is no model for. ${known} Name one if that is wrong.`,
    );
  }
  const language = named
    .trim()
    .toLowerCase()
    .replace(/^([a-z]{2})[-_][a-z0-9]+$/, '$1');
  if (SENTIMENT_LANGUAGES.includes(language)) return { language, confidence: 1 };
  throw PerceptError.invalid(
    'language',
    `'${named.slice(0, 60)}' is not a supported language.${suggest(language, SENTIMENT_LANGUAGES)} ${known}`,
  );
}
