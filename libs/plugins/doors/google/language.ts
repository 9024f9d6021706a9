import { PerceptError } from '@percept/sdk';
import type { DoorAnswer, DoorCall, DoorRoute } from '@percept/sdk/doors';
import { unimplemented } from './google-error';
import { googleObject, readGoogleJson } from './google-json';
import { toEntities, toSentiment, type FoundEntity, type SentimentAnswer } from './language-answers';
import { readTextDocument, type TextDocument } from './language-request';

const paths = (method: string): string[] => ['v1', 'v2'].map((version) => `/${version}/documents::${method}`);
const MISSING = ['analyzeSyntax', 'analyzeEntitySentiment', 'classifyText', 'moderateText'].flatMap(paths);

const versionOf = ({ url }: DoorCall): 'v1' | 'v2' => (url.startsWith('/v2/') ? 'v2' : 'v1');

async function sentiment(call: DoorCall): Promise<DoorAnswer> {
  const { language, ...answer } = await readSentiment(call, readTextDocument(readGoogleJson(call)));
  return { body: { ...answer, ...languageOf(language, call) } };
}

async function entities(call: DoorCall): Promise<DoorAnswer> {
  const document = readTextDocument(readGoogleJson(call));
  return { body: { entities: await readEntities(call, document), ...languageOf(document.language, call) } };
}

async function annotate(call: DoorCall): Promise<DoorAnswer> {
  const body = readGoogleJson(call);
  const document = readTextDocument(body);
  const { extractDocumentSentiment, extractEntities, ...others } = googleObject(body.features, 'features');
  const [refused] = Object.keys(others).filter((name) => others[name]);
  if (refused) throw PerceptError.invalid(`features.${refused}`, 'is not answered by Percept: leave it out.');
  if (!extractDocumentSentiment && !extractEntities)
    throw PerceptError.invalid('features', 'must ask for extractDocumentSentiment or extractEntities.');
  const judged = extractDocumentSentiment ? await readSentiment(call, document) : undefined;
  const found = extractEntities ? await readEntities(call, document) : [];
  const { language = document.language, ...answer } = judged ?? {};
  return { body: { ...answer, entities: found, ...languageOf(language, call) } };
}

async function readSentiment(call: DoorCall, document: TextDocument) {
  const fields = { text: document.text, detailed: true, ...(document.language && { language: document.language }) };
  const { output } = await call.call<SentimentAnswer>('text.sentiment', { fields });
  return { ...toSentiment(output, document), language: output.language };
}

async function readEntities(call: DoorCall, document: TextDocument): Promise<object[]> {
  const { output } = await call.call<{ entities: FoundEntity[] }>('text.entities', { fields: { text: document.text } });
  return toEntities(output.entities, document, versionOf(call));
}

/** Empty if neither the caller nor a model tells the language. */
function languageOf(language: string | undefined, call: DoorCall): object {
  if (language === undefined) return {};
  return versionOf(call) === 'v2' ? { languageCode: language, languageSupported: true } : { language };
}

/** Google Cloud Natural Language, v1 and v2. */
export const languageRoutes: readonly DoorRoute[] = [
  { method: 'POST', path: paths('analyzeSentiment'), answer: sentiment },
  { method: 'POST', path: paths('analyzeEntities'), answer: entities },
  { method: 'POST', path: paths('annotateText'), answer: annotate },
  {
    method: 'POST',
    path: MISSING,
    answer: () => unimplemented('Percept answers analyzeSentiment, analyzeEntities and annotateText.'),
  },
];
