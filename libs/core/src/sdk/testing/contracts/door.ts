import assert from 'node:assert/strict';
import { BodyCredential, checkPaths, type Door, type DoorAnswer, type DoorCall, type DoorRequest } from '../../../doors';
import { PerceptError } from '../../../kernel';
import type { ContractTest } from '../../../kernel/contract-test';

/** A request that the door answers. */
export interface DoorExample {
  /** The index in `routes` of the route that answers the request; 0 if absent. */
  route?: number;
  /** Parts of the request, such as its `body`, `headers` with a key, and `params`. */
  request: Partial<Omit<DoorCall, 'call' | 'accept' | 'accepted'>>;
  /** What the capabilities answer, by their ids. */
  outputs: Readonly<Record<string, Record<string, unknown>>>;
  /** The key that the request carries. */
  key: string;
}

const toRequest = (given: Partial<DoorRequest>): DoorRequest => ({
  ...{ id: 'req_contract', method: 'POST', url: '/', headers: {}, params: {}, query: {} },
  ...given,
});

const absent = <T extends object>(part: string): T =>
  new Proxy({} as T, { get: () => assert.fail(`the door uses ${part}, which the example's request lacks`) });

/** Answers the example's request as the service would. @throws what the route throws. */
export async function answerOfDoor(door: Door, { route = 0, request, outputs }: DoorExample): Promise<DoorAnswer> {
  const outputOf = (capability: string): Record<string, unknown> => {
    const output = outputs[capability];
    assert.ok(output, `the door calls ${capability}, which the example has no output for`);
    return output;
  };
  const ids: string[] = [];
  const call: DoorCall = {
    ...{ body: Buffer.alloc(0), origin: 'http://127.0.0.1:3000', version: '0.0.0' },
    ...{ admitted: true, rawHeaders: [], admit: async () => undefined, models: () => [] },
    ...{ form: async () => ({}), files: async () => ({ fields: {}, files: [] }) },
    ...{ faces: absent<DoorCall['faces']>('faces'), objects: absent<DoorCall['objects']>('objects') },
    ...toRequest(request),
    ...request,
    call: async <T>(capability: string) => ({ output: outputOf(capability) as T, timings: {}, models: [] }),
    accept: async (capability) => (outputOf(capability), String(ids.push(capability) - 1)),
    accepted: async (id) => {
      const capability = ids[Number(id)];
      if (capability === undefined) throw PerceptError.notFound(`The analysis '${id}'`);
      const result = outputOf(capability);
      return { status: 'succeeded', capability, created_at: 0, ended_at: 0, result, error: null };
    },
  };
  return door.routes[route]!.answer(call);
}

/** The promises of a door. */
export function doorContract(door: Door, example: DoorExample): ContractTest[] {
  return [
    {
      name: 'has paths that the service can take',
      run: async () => {
        assert.match(door.name, /^[a-z][a-z0-9_]*$/);
        checkPaths(door, []);
      },
    },
    {
      name: 'finds the key of a request, and none where there is none',
      run: async () => {
        const found = door.credential(toRequest(example.request));
        if (!(found instanceof BodyCredential)) assert.equal(found, example.key);
        assert.notEqual(door.credential(toRequest({ ...example.request, headers: {}, query: {} })), example.key);
      },
    },
    {
      name: 'answers what it was asked',
      run: async () => {
        const { status = 200, body } = await answerOfDoor(door, example);
        assert.ok(status >= 200 && status < 400, `it answers ${status}`);
        assert.ok(body === undefined || JSON.stringify(body).length > 0);
      },
    },
    {
      name: 'has a shape for every error',
      run: async () => {
        for (const code of ['INVALID_REQUEST', 'UNAUTHORIZED', 'RATE_LIMITED', 'INTERNAL'] as const) {
          const { status, body } = door.error(new PerceptError(code, 'What is wrong.'), toRequest(example.request));
          assert.ok(status >= 400 && status < 600, `${code} becomes ${status}`);
          assert.ok(JSON.stringify(body).includes('What is wrong.'), `the answer to ${code} lacks its message`);
        }
      },
    },
    {
      name: 'refuses a body that it cannot read with an error of the caller',
      run: async () => {
        const form = (): Promise<never> => Promise.reject(PerceptError.invalid('body', 'is not a form that can be read.'));
        const broken = { ...example, request: { ...example.request, body: Buffer.from('{"broken'), form, files: form } };
        const answered = await answerOfDoor(door, broken).catch((error: unknown) => error);
        if (answered instanceof Error)
          assert.ok(answered instanceof PerceptError && answered.status < 500, `it throws ${answered.message}`);
      },
    },
  ];
}
