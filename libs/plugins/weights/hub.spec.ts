import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRanges, openRegistry, type Registry } from '../../../test/harness/fixtures/model-sources';
import { waitFor } from '../../../test/harness/wait-for';
import { pullModel, type CatalogueModel } from '../../../test/harness/pulling';
import { describeRepository, hubHeaders } from './hub';

const NET = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 31) % 251));
const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const PLACE = `/acme/net/resolve/${COMMIT}/onnx/model.onnx`;

let dir: string;
let hub: Registry;
let storage: Registry;
beforeAll(async () => ([hub, storage] = await Promise.all([openRegistry(), openRegistry()])));
afterAll(() => [hub, storage].forEach((each) => each.close()));
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'percept-hub-'));
  for (const each of [hub, storage]) {
    each.asked.length = 0;
    each.pages.clear();
  }
  hub.pages.set(PLACE, (_, response) => response.writeHead(302, { location: `${storage.url}/blob?signed=1` }).end());
  storage.pages.set('/blob', inRanges(NET));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const model = (): CatalogueModel => ({
  name: 'net',
  summary: 'A net of the Hub.',
  file: {
    url: `hf:acme/net@${COMMIT}/onnx/model.onnx`,
    path: 'net/model.onnx',
    bytes: NET.length,
    sha256: createHash('sha256').update(NET).digest('hex'),
  },
  manifest: {
    ...{ task: 'image-classification', source: 'tests', licence: 'MIT', labels: ['a', 'b'] },
    input: { size: 224, resize: 'crop' },
    output: { decoder: 'logits' },
  },
});
const environment = () => ({ HF_ENDPOINT: `${hub.url}/`, HF_TOKEN: 'hf_secret' });
const pull = () => pullModel(model(), dir, { environment: environment() });

test('a file of the Hub is fetched from the endpoint, and the token does not follow a redirect to another host', async () => {
  expect(readFileSync(join(await pull(), 'model.onnx')).equals(NET)).toBe(true);
  expect(hub.asked).toEqual([expect.objectContaining({ url: PLACE, authorization: 'Bearer hf_secret' })]);
  expect(storage.asked).toEqual([expect.objectContaining({ url: '/blob?signed=1', authorization: undefined })]);
});

const kept = () => statSync(join(dir, '.pulling/net/model.onnx.part'), { throwIfNoEntry: false })?.size ?? 0;

test('an interrupted file of the Hub goes on from where it was', async () => {
  for (const tenth of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    const most = Math.floor((NET.length * tenth) / 10);
    rmSync(dir, { recursive: true, force: true });
    storage.pages.set('/blob', (_, response) => {
      response.writeHead(200, { 'content-length': NET.length }).write(NET.subarray(0, most));
      // A connection that ends before its bytes are read has brought none.
      void waitFor(() => kept() === most).then(() => response.socket!.destroySoon());
    });
    await expect(pull()).rejects.toThrow(/goes on from where it was/);
    expect(existsSync(join(dir, 'net'))).toBe(false);
    storage.pages.set('/blob', inRanges(NET));
    expect(readFileSync(join(await pull(), 'model.onnx')).equals(NET)).toBe(true);
  }
  expect(storage.asked.filter(({ range }) => range !== undefined)).toHaveLength(9);
});

test.each([
  [401, /The Hub asks for a token: accept the model's conditions on its page, and set HF_TOKEN/],
  [404, /The Hub does not have it/],
])('status %d says what to do', async (status, message) => {
  hub.pages.set(PLACE, (_, response) => response.writeHead(status).end());
  await expect(pull()).rejects.toThrow(message);
});

test('another file than the one of the catalogue is refused', async () => {
  storage.pages.set('/blob', inRanges(Buffer.alloc(NET.length)));
  await expect(pull()).rejects.toThrow(/is not the file that was listed/);
  expect(existsSync(join(dir, 'net'))).toBe(false);
});

test("the token is read where the Hub's own tools keep it", () => {
  writeFileSync(join(dir, 'token'), 'hf_file\n');
  expect(hubHeaders({ HF_HOME: dir })).toEqual({ authorization: 'Bearer hf_file' });
  expect(hubHeaders({ HF_HOME: dir, HF_TOKEN: 'hf_set' })).toEqual({ authorization: 'Bearer hf_set' });
  expect(hubHeaders({ HF_HOME: join(dir, 'none') })).toEqual({});
});

test('where no Hub can be reached, a mirror and a folder are named as the way out', async () => {
  const asked = { repository: 'acme/net', revision: 'main' };
  await expect(describeRepository(asked, { HF_ENDPOINT: 'http://127.0.0.1:9' })).rejects.toThrow(
    /Cannot read acme\/net@main from 127\.0\.0\.1:9: .*HF_ENDPOINT, or bring the repository here as a folder/,
  );
});

test('an endpoint that answers something else is named', async () => {
  hub.pages.set('/api/models/acme/net/revision/main', (_, response) => response.writeHead(200).end('<html>'));
  const asked = { repository: 'acme/net', revision: 'main' };
  await expect(describeRepository(asked, environment())).rejects.toThrow(/Cannot read acme\/net@main from 127\.0\.0\.1/);
});
