import {
  type ComprehendClient,
  BatchDetectDominantLanguageCommand,
  BatchDetectEntitiesCommand,
  BatchDetectSentimentCommand,
  DetectDominantLanguageCommand,
  DetectEntitiesCommand,
  DetectPiiEntitiesCommand,
  DetectSentimentCommand,
} from '@aws-sdk/client-comprehend';

export const LanguageCode = 'en';

/** Name, message and status of what the client throws. */
export const errorOf = (call: Promise<unknown>): Promise<{ name: string; message: string; status?: number }> =>
  call.then(
    () => ({ name: 'none', message: 'it was answered' }),
    (error) => ({ name: error.name, message: error.message, status: error.$metadata?.httpStatusCode }),
  );

/** The texts of Comprehend by its own client. */
export function comprehendCases(comprehend: () => ComprehendClient): void {
  describe('@aws-sdk/client-comprehend', () => {
    test('judges a text, and the texts of a batch one by one', async () => {
      const bad = 'The food was horrible and the staff were rude.';
      const { Sentiment, SentimentScore } = await comprehend().send(new DetectSentimentCommand({ Text: bad, LanguageCode }));
      expect(Sentiment).toBe('NEGATIVE');
      expect(SentimentScore!.Negative).toBeGreaterThan(0.5);
      const long = 'x '.repeat(6_000);
      const { ResultList, ErrorList } = await comprehend().send(
        new BatchDetectSentimentCommand({ TextList: ['I love it, wonderful!', long, bad], LanguageCode }),
      );
      expect(ResultList!.map(({ Index, Sentiment: each }) => [Index, each])).toEqual([
        [0, 'POSITIVE'],
        [2, 'NEGATIVE'],
      ]);
      expect(ErrorList).toMatchObject([{ Index: 1, ErrorCode: 'InvalidRequestException' }]);
    });

    test('finds entities, personal data and the language, with offsets in characters', async () => {
      const Text = '👋 Ada Lovelace wrote to ada@example.com from London on 5 June 1833 with card 4111 1111 1111 1111.';
      const { Entities } = await comprehend().send(new DetectEntitiesCommand({ Text, LanguageCode }));
      const ada = Entities!.find((each) => each.Text === 'Ada Lovelace')!;
      expect(ada).toMatchObject({ Type: 'PERSON', BeginOffset: 2, EndOffset: 14 });
      const pii = await comprehend().send(new DetectPiiEntitiesCommand({ Text, LanguageCode }));
      const email = pii.Entities!.find(({ Type }) => Type === 'EMAIL')!;
      expect([...Text].slice(email.BeginOffset, email.EndOffset).join('')).toBe('ada@example.com');
      expect(pii.Entities!.map(({ Type }) => Type)).toContain('CREDIT_DEBIT_NUMBER');
      const { Languages } = await comprehend().send(
        new DetectDominantLanguageCommand({ Text: 'Das Wetter ist heute sehr schön, und wir gehen gern spazieren.' }),
      );
      expect(Languages![0]).toMatchObject({ LanguageCode: 'de' });
    });

    test('finds entities and languages of several texts at once, each with its index', async () => {
      const TextList = ['Ada Lovelace lived in London.', 'Nothing here.', 'Angela Merkel wohnt in Berlin.'];
      const { ResultList, ErrorList } = await comprehend().send(new BatchDetectEntitiesCommand({ TextList, LanguageCode }));
      expect([ResultList!.map(({ Index }) => Index), ErrorList]).toEqual([[0, 1, 2], []]);
      expect(ResultList![0]!.Entities!.map(({ Text, Type }) => [Text, Type])).toEqual([
        ['Ada Lovelace', 'PERSON'],
        ['London', 'LOCATION'],
      ]);
      const languages = await comprehend().send(
        new BatchDetectDominantLanguageCommand({ TextList: [TextList[0]!, TextList[2]!] }),
      );
      expect(languages.ResultList!.map(({ Index, Languages }) => [Index, Languages![0]!.LanguageCode])).toEqual([
        [0, 'en'],
        [1, 'de'],
      ]);
    });

    test('an empty text and 26 texts are refused by name', async () => {
      const many = new BatchDetectSentimentCommand({ TextList: Array(26).fill('a'), LanguageCode });
      expect(await errorOf(comprehend().send(many))).toMatchObject({ name: 'ValidationException', message: /26 elements/ });
      const empty = new DetectSentimentCommand({ Text: '', LanguageCode });
      expect(await errorOf(comprehend().send(empty))).toMatchObject({ name: 'ValidationException' });
    });
  });
}
