import { readJsonBody, type DoorAnswer, type DoorCall, type DoorRoute, type Json } from '@percept/sdk/doors';
import { AzureError, checkVersion } from '../azure-error';
import { readStringIndex } from '../string-index';
import { answerTexts, TEXT_TASKS } from './text-tasks';

const VERSIONS = ['2023-04-01', '2022-05-01', '2023-11-15-preview', '2024-11-01'];

type Kind = keyof typeof TEXT_TASKS;

const isKind = (kind: unknown): kind is Kind => typeof kind === 'string' && Object.hasOwn(TEXT_TASKS, kind);

/** `POST /language/:analyze-text`. */
async function analyzeText(call: DoorCall): Promise<DoorAnswer> {
  checkVersion(call.query, VERSIONS);
  const { kind, analysisInput, parameters } = readJsonBody(call.body);
  if (!isKind(kind)) {
    const known = `kind may be ${Object.keys(TEXT_TASKS).join(', ')}.`;
    throw new AzureError('UnsupportedKind', `Percept has no '${String(kind).slice(0, 60)}'; ${known}`);
  }
  const { stringIndexType, opinionMining } = (parameters ?? {}) as Json;
  refuseOpinions(opinionMining);
  const { documents } = (analysisInput ?? {}) as Json;
  const results = await answerTexts(call, TEXT_TASKS[kind], documents, readStringIndex(stringIndexType));
  return { body: { kind: `${kind}Results`, results } };
}

/** `POST /text/analytics/v3.1/…`. */
const textAnalytics =
  (kind: Kind) =>
  async (call: DoorCall): Promise<DoorAnswer> => {
    const { stringIndexType, opinionMining } = call.query;
    refuseOpinions(opinionMining);
    const { documents } = readJsonBody(call.body);
    return { body: await answerTexts(call, TEXT_TASKS[kind], documents, readStringIndex(stringIndexType)) };
  };

function refuseOpinions(value: unknown): void {
  if (value === undefined || value === null || value === false || value === 'false') return;
  throw new AzureError('UnsupportedFeature', 'Percept has no opinionMining: leave it out.');
}

const V3 = '/text/analytics/v3.1';

/** Azure AI Language and its predecessor, Text Analytics 3.1. */
export const textRoutes: readonly DoorRoute[] = [
  { method: 'POST', path: '/language/::analyze-text', answer: analyzeText },
  { method: 'POST', path: `${V3}/sentiment`, answer: textAnalytics('SentimentAnalysis') },
  { method: 'POST', path: `${V3}/languages`, answer: textAnalytics('LanguageDetection') },
  { method: 'POST', path: `${V3}/entities/recognition/general`, answer: textAnalytics('EntityRecognition') },
  { method: 'POST', path: `${V3}/entities/recognition/pii`, answer: textAnalytics('PiiEntityRecognition') },
];
