import { doorContract, type DoorExample } from '@percept/sdk/testing';
import { aws } from './aws/aws';
import { azure } from './azure/azure';
import { deepstack } from './deepstack/deepstack';
import { google } from './google/google';
import { openai } from './openai/openai';

const KEY = 'pk_contract_0123456789';
const json = (body: object): Buffer => Buffer.from(JSON.stringify(body));
const sentiment = {
  'text.sentiment': {
    ...{ sentiment: 'positive', confidence: 0.9, language: 'en', sentences: [] },
    scores: { positive: 0.9, negative: 0.05, neutral: 0.05 },
  },
};
const routeOf = (door: { routes: readonly { path: string | readonly string[] }[] }, path: string): number =>
  door.routes.findIndex((route) => [route.path].flat().includes(path));

const EXAMPLES: [typeof aws, DoorExample][] = [
  [
    aws,
    {
      request: {
        headers: { authorization: `Bearer ${KEY}`, 'x-amz-target': 'Comprehend_20171127.DetectSentiment' },
        body: json({ Text: 'Good.', LanguageCode: 'en' }),
      },
      outputs: sentiment,
      key: KEY,
    },
  ],
  [
    deepstack,
    {
      route: routeOf(deepstack, '/v1/text/sentiment'),
      request: { headers: { authorization: `Bearer ${KEY}` }, form: async () => ({ fields: { text: 'Good.' } }) },
      outputs: sentiment,
      key: KEY,
    },
  ],
  [
    google,
    {
      route: routeOf(google, '/v1/documents::analyzeSentiment'),
      request: { headers: { 'x-goog-api-key': KEY }, body: json({ document: { content: 'Good.' } }) },
      outputs: sentiment,
      key: KEY,
    },
  ],
  [
    azure,
    {
      route: routeOf(azure, '/text/analytics/v3.1/sentiment'),
      request: {
        url: '/text/analytics/v3.1/sentiment',
        headers: { 'ocp-apim-subscription-key': KEY },
        body: json({ documents: [{ id: '1', text: 'Good.' }] }),
      },
      outputs: sentiment,
      key: KEY,
    },
  ],
  [
    openai,
    {
      request: {
        headers: { authorization: `Bearer ${KEY}` },
        body: json({ input: 'Good.', model: 'text-embedding-3-small' }),
      },
      outputs: { 'text.embed': { embedding: [1, 0], dimensions: 2, tokens: 3, model: { name: 'e5-small', version: '1.0.0' } } },
      key: KEY,
    },
  ],
];

for (const [door, example] of EXAMPLES) {
  expect(example.route ?? 0).toBeGreaterThanOrEqual(0);
  describe(door.name, () => {
    for (const { name, run } of doorContract(door, example)) test(name, run);
  });
}
