import type { Client } from '@modelcontextprotocol/client';
import type { RunningPercept } from '../../../harness/percept';
import { sending } from '../../../harness/sending';
import { waitFor } from '../../../harness/wait-for';
import type { Connect } from './connect';

const REVIEWS = `version: 1
name: reviews-of-day
description: Judges reviews.
inputs:
  words: { type: array, description: The reviews. }
  steps: { type: integer, default: 1, min: 1 }
steps:
  - id: each
    for_each: { items: '\${{ inputs.words }}', as: word }
    steps:
      - { id: mood, uses: text.sentiment, with: { text: '\${{ word }}' } }
    collect: { mood: '\${{ mood.sentiment }}' }
outputs:
  - { jsonl: moods.jsonl, rows: '\${{ each.rows }}' }
`;

/** Pipelines as tools, and what can be read, for a client of one revision. */
export function pipelineCases(service: () => RunningPercept, connect: Connect): void {
  let connected: Client;
  const client = () => connected;
  beforeAll(async () => (connected = await connect()));
  afterAll(() => connected.close());

  describe('pipelines and resources', () => {
    const words = ['A wonderful day!', 'The food was horrible and the staff were rude.'];
    const run = (name: string, args: object, options?: object): Promise<any> =>
      client().callTool({ name, arguments: args as Record<string, unknown> }, options);
    const read = async (uri: string): Promise<any> => (await client().readResource({ uri })).contents[0];
    beforeAll(async () => {
      const headers = { authorization: `Bearer ${service().key}`, 'content-type': 'application/yaml' };
      const saved = await fetch(`${service().url}/v2/pipelines/reviews-of-day`, { method: 'PUT', headers, body: REVIEWS });
      expect([saved.ok, await saved.text()]).toEqual([true, expect.stringContaining('reviews-of-day')]);
    });

    test('a pipeline is a tool with its inputs; the short list has one tool for all', async () => {
      const all = await connect(service().key, '?toolset=pipelines');
      const own = (await all.listTools()).tools.find(({ name }) => name === 'run_reviews-of-day')!;
      expect(own.inputSchema).toMatchObject({
        properties: { words: { type: 'array', description: 'The reviews.' }, steps: { type: 'integer', default: 1, minimum: 1 } },
        required: ['words'],
      });
      await all.close();
      const short = (await client().listTools()).tools.filter(({ name }) => name.includes('run'));
      expect(short.map(({ name }) => name)).toEqual(['pipeline_run']);
      expect(JSON.stringify(short)).toContain('reviews-of-day');
    });

    test('a call runs it to its end, with progress and links to what it wrote', async () => {
      const progress: number[] = [];
      const onprogress = (each: { progress: number }) => void progress.push(each.progress);
      const { structuredContent, content, isError } = await run('run_reviews-of-day', { words }, { onprogress });
      expect([isError, structuredContent.status, structuredContent.counts.succeeded]).toEqual([undefined, 'succeeded', 2]);
      expect(progress.at(-1)).toBe(2);
      const links = content.filter(({ type }: any) => type === 'resource_link');
      expect(links.map(({ name }: any) => name)).toEqual([expect.stringContaining('items of'), 'moods.jsonl']);
      const rows = (await read(links[1].uri)).text
        .trim()
        .split('\n')
        .map((row: string) => JSON.parse(row).mood);
      expect(rows.sort()).toEqual(['negative', 'positive']);
      expect(JSON.parse((await read(links[0].uri)).text).rows).toHaveLength(2);
      const uri = `percept://runs/${structuredContent.run}`;
      expect(JSON.parse((await read(uri)).text)).toMatchObject({ status: 'succeeded', pipeline: 'reviews-of-day' });
      const { resources } = await client().listResources();
      const uris = resources.map((each) => each.uri);
      expect(uris).toEqual(expect.arrayContaining([uri, 'percept://pipelines/reviews-of-day', 'percept://models/centernet']));
      expect((await read('percept://pipelines/reviews-of-day')).text).toBe(REVIEWS);
      expect(JSON.parse((await read('percept://models/centernet')).text).name).toBe('centernet');
      expect((await client().listResourceTemplates()).resourceTemplates).toHaveLength(6);
    });

    test('cancelling the call cancels the run', async () => {
      const cancel = new AbortController();
      const many = Array.from({ length: 3_000 }, (_, index) => `Text number ${index} of a long list.`);
      const call = run('pipeline_run', { name: 'reviews-of-day', inputs: { words: many } }, { signal: cancel.signal });
      const newest = async () => (await sending(service).send('/v2/runs?limit=1')).body.runs[0];
      await waitFor(async () => (await newest())?.counts.total === 3_000);
      cancel.abort('enough');
      await expect(call).rejects.toThrow(/enough/);
      await waitFor(async () => (await newest()).status === 'cancelled');
    });

    test.each([
      ['an unknown pipeline', 'run_nosuch', {}, /NOT_FOUND: .*nosuch/],
      ['a missing input', 'run_reviews-of-day', {}, /inputs.words.*required/],
      ['an input of another type', 'pipeline_run', { name: 'reviews-of-day', inputs: { words: 3 } }, /inputs.words.*array/],
      ['no name', 'pipeline_run', {}, /'name': must be the name/],
      ['inputs that are a list', 'pipeline_run', { name: 'reviews-of-day', inputs: [] }, /'inputs': must be an object/],
      ['an unknown argument', 'pipeline_run', { name: 'reviews-of-day', input: {} }, /'input': is not known/],
    ])('%s is an error that the model reads', async (_name, tool, args, message) => {
      const { isError, content } = await run(tool, args);
      expect([isError, content[0].text]).toEqual([true, expect.stringMatching(message)]);
    });

    test('what does not exist, or is of others, is an error of the protocol', async () => {
      for (const uri of [
        'percept://runs/nosuch',
        'percept://models/nosuch',
        'percept://nosuch',
        'file:///etc/passwd',
        'percept://%E0/a',
      ])
        await expect(client().readResource({ uri })).rejects.toMatchObject({ code: -32_602, data: { uri } });
      const limited = await connect((await sending(service).make({ scopes: ['predict'] })).key);
      const { resources } = await limited.listResources();
      expect(resources.every(({ uri }) => uri.startsWith('percept://models/'))).toBe(true);
      const refused = limited.readResource({ uri: 'percept://pipelines/reviews-of-day' });
      await expect(refused).rejects.toMatchObject({ code: -32_602, message: expect.stringContaining("scope 'pipelines'") });
      expect((await limited.listTools()).tools.map(({ name }) => name)).not.toContain('pipeline_run');
      await limited.close();
    });
  });
}
