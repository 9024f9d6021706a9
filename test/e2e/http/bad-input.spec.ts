import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';

import { pngClaiming } from '../../harness/fixtures/images';
import { detecting, EXAMPLES, removeDir, startPercept, type RunningPercept } from '../../harness/percept';

interface Answer {
  total_objects: number;
}
interface ErrorAnswer {
  error: { code: string; message: string; details?: { field: string; reason: string }; request_id: string };
}

const IMAGE = readFileSync(join(EXAMPLES, 'crossing.jpg'));
const BASE64 = IMAGE.toString('base64');
const MEDIA_LIMIT = 50 * 1024 * 1024;

const giantPng = (): Promise<Buffer> => pngClaiming(100_000, 100_000);

let percept: RunningPercept;
beforeAll(async () => {
  percept = await startPercept();
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

const { detect, upload } = detecting(() => percept);
const answerOf = async (response: Response): Promise<Answer> => {
  const body = await response.text();
  expect({ status: response.status, body: response.status === 200 ? '' : body }).toEqual({ status: 200, body: '' });
  return JSON.parse(body) as Answer;
};

async function expectError(response: Response, status: number, code: string, field?: string, reason?: RegExp): Promise<void> {
  const { error } = (await response.json()) as ErrorAnswer;
  expect({ status: response.status, code: error.code, field: error.details?.field }).toEqual({ status, code, field });
  if (reason) expect(error.details?.reason ?? error.message).toMatch(reason);
  expect(error.request_id).toBe(response.headers.get('x-request-id'));
}

describe('bad input', () => {
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

  test('no body', async () => {
    await expectError(await percept.fetch('/v2/vision/detect', { method: 'POST' }), 400, 'INVALID_REQUEST', 'body', /empty/);
    await expectError(await detect(''), 400, 'INVALID_REQUEST', 'body', /empty/);
    expect((await percept.fetch('/v2/text/sentiment?text=I+love+it&detailed=yes', { method: 'POST' })).status).toBe(200);
  });
  test('broken JSON', async () => expectError(await detect('{"image": '), 400, 'INVALID_REQUEST', 'body', /JSON/));
  test('a body that is not an object', async () => expectError(await detect('[1]'), 400, 'INVALID_REQUEST', 'body', /object/));
  test('brackets without end, on each route', async () => {
    const brackets = `{"image": ${'['.repeat(100_000)}`;
    await expectError(await detect(brackets), 400, 'INVALID_REQUEST', 'body', /nests/);
    const [headers, body] = [{ 'content-type': 'application/json' }, `{"url": ${'['.repeat(100_000)}`];
    const answer = await percept.fetch('/v1/webhooks', { method: 'POST', headers, body });
    await expectError(answer, 400, 'INVALID_REQUEST', 'body', /nests/);
  });
  test('60 MB of keys', async () =>
    expectError(await detect(`{${'"a":1,'.repeat(10_000_000)}"b":1}`), 413, 'PAYLOAD_TOO_LARGE', undefined, /1 MB besides/));
  test('no image', async () => expectError(await detect({}), 400, 'INVALID_REQUEST', 'image_url'));
  test('Base64 garbage', async () =>
    expectError(await detect({ image_data: '§$%&/()=' }), 400, 'INVALID_REQUEST', 'image_data', /Base64/));
  test('an empty image', async () => {
    await expectError(await detect({ image_data: '' }), 400, 'INVALID_REQUEST', 'image_data', /empty/);
    await expectError(await upload(new Uint8Array(0)), 400, 'UNSUPPORTED_MEDIA', 'image', /empty/);
  });
  test('a truncated JPEG', async () => {
    await expectError(
      await upload(IMAGE.subarray(0, IMAGE.length / 3)),
      400,
      'UNSUPPORTED_MEDIA',
      'image',
      /broken|cut off|truncated/i,
    );
  });
  test('a text file named .jpg', async () => {
    await expectError(await upload(Buffer.from('I am a text.\n')), 400, 'UNSUPPORTED_MEDIA', 'image', /text/);
  });
  test('a GIF', async () => expectError(await upload(gif, {}, 'anim.gif'), 400, 'UNSUPPORTED_MEDIA', 'image', /GIF/));
  test('a PNG that claims 100,000 × 100,000 pixels', async () => {
    await expectError(await upload(await giantPng()), 400, 'UNSUPPORTED_MEDIA', 'image', /100000/);
  });
  test('an unknown field, with the nearest name', async () => {
    await expectError(
      await detect({ image: BASE64, min_confidense: 0.5 }),
      400,
      'INVALID_REQUEST',
      'min_confidense',
      /min_confidence/,
    );
  });
  test.each([2, -0.1, 'high', [0.5]])('min_confidence: %j', async (value) => {
    await expectError(await detect({ image: BASE64, min_confidence: value }), 400, 'INVALID_REQUEST', 'min_confidence');
  });
  test('an unknown object, with the nearest name', async () => {
    await expectError(await detect({ image: BASE64, objects: ['persn'] }), 400, 'INVALID_REQUEST', 'objects', /person/);
  });
  test('both image and image_url', async () => {
    await expectError(
      await detect({ image: BASE64, image_url: 'https://example.com/a.jpg' }),
      400,
      'INVALID_REQUEST',
      'image_url',
    );
    await expectError(await detect({ image_url: 'https://example.com/a.jpg', image: BASE64 }), 400, 'INVALID_REQUEST', 'image');
  });
  test('one parameter under two names with different values', async () => {
    await expectError(
      await detect({ image: BASE64, objects: ['car'], object_types: ['bus'] }),
      400,
      'INVALID_REQUEST',
      'object_types',
    );
  });
  test('a path of the server is not an image', async () => {
    await expectError(await detect({ image: '/etc/passwd' }), 400, 'UNSUPPORTED_MEDIA', 'image');
  });
  test('an unknown content type', async () => {
    await expectError(
      await detect('x', { 'content-type': 'text/plain' }),
      400,
      'INVALID_REQUEST',
      'Content-Type',
      /'text\/plain'/,
    );
    await expectError(await detect(IMAGE, { 'content-type': '' }), 400, 'INVALID_REQUEST', 'Content-Type', /^is missing/);
  });
  test('a body that is not packed as it says', async () =>
    expectError(await detect('x', { 'content-encoding': 'gzip' }), 400, 'INVALID_REQUEST', 'body', /gzip/));
  test('a form whose text is not UTF-8, has a part without a name, or ends early', async () => {
    const judge = (part: string) =>
      percept.fetch('/v2/text/sentiment', {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=B' },
        body: Buffer.from(`--B\r\ncontent-disposition: form-data${part}`, 'latin1'),
      });
    await expectError(await judge('; name="text"\r\n\r\nschön\r\n--B--\r\n'), 400, 'INVALID_REQUEST', 'text', /UTF-8/);
    await expectError(await judge('\r\n\r\nfine\r\n--B--\r\n'), 400, 'INVALID_REQUEST', 'body', /without a name/);
    await expectError(await judge('; name="text"\r\n\r\nfine'), 400, 'INVALID_REQUEST', 'body', /cut off/);
  });
  test.each(['/v2/runs?cursor=x', '/v2/logs?cursor=x', '/v2/uploads?cursor=x', '/v1/audit?before=x', '/v1/deliveries?before=x'])(
    '%s is refused instead of answered with an empty page',
    async (path) => expectError(await percept.fetch(path), 400, 'INVALID_REQUEST', path.match(/\w+(?==)/)![0]),
  );
  test.each(['/v2/logs?from=2026-02-30', '/v2/logs?to=2026-W48', '/v1/deliveries?since=2026-334'])(
    'a day that the calendar does not have: %s',
    async (path) =>
      expectError(await percept.fetch(path), 400, 'INVALID_REQUEST', path.match(/\w+(?==)/)![0], /^must be a date-time/),
  );
  test('a wrong date, told once', async () =>
    expectError(await percept.fetch('/v1/deliveries?since=x'), 400, 'INVALID_REQUEST', 'since', /^must be a date-time/));
  test('a file in the wrong part', async () => {
    const form = new FormData();
    form.append('picture', new Blob([IMAGE]), 'a.jpg');
    await expectError(
      await percept.fetch('/v2/vision/detect', { method: 'POST', body: form }),
      400,
      'INVALID_REQUEST',
      'picture',
      /image/,
    );
  });
  test('a wrong, a missing and a mistyped key', async () => {
    const wrong = percept.key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    for (const authorization of [`Bearer ${wrong}`, 'Bearer', '', 'Basic abc']) {
      const response = await detect({ image: BASE64 }, { authorization });
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      await expectError(response, 401, 'UNAUTHORIZED');
    }
  });
  test('an access key id of AWS that is unknown is refused before the body is sent', async () => {
    const Credential = 'PKIAAAAAAAAAAAAAAAAA/20260101/eu-central-1/rekognition/aws4_request';
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'content-length': 40 * 1024 * 1024,
      'x-amz-target': 'RekognitionService.DetectLabels',
      authorization: `AWS4-HMAC-SHA256 Credential=${Credential}, SignedHeaders=host, Signature=${'0'.repeat(64)}`,
    };
    const type = await new Promise((resolve, reject) => {
      const sent = request(percept.url, { method: 'POST', headers }, (response) => {
        resolve(response.headers['x-amzn-errortype']);
        sent.on('error', () => undefined).destroy();
      });
      sent.on('error', reject).flushHeaders();
    });
    expect(type).toBe('UnrecognizedClientException');
  });

  test('an unknown path', async () =>
    expectError(await percept.fetch('/v2/vision/detekt', { method: 'POST' }), 404, 'NOT_FOUND'));
  test('a path without its id does not "take GET"', async () =>
    expectError(await percept.fetch('/v2/analyses/'), 404, 'NOT_FOUND', undefined, /^(?!.*takes)/));

  test('50 MB and one byte, in every way to send it', async () => {
    const big = Buffer.alloc(MEDIA_LIMIT + 1, 0x20);
    await expectError(await upload(big), 413, 'PAYLOAD_TOO_LARGE');
    await expectError(await detect({ image_data: big.toString('base64') }), 413, 'PAYLOAD_TOO_LARGE', 'image_data');
    const raw = { method: 'POST', headers: { 'content-type': 'image/jpeg' }, body: big };
    await expectError(await percept.fetch('/v2/vision/detect', raw), 413, 'PAYLOAD_TOO_LARGE');
  });

  test('an endless body is answered at the limit, and cut off', async () => {
    const { status, sentMb } = await sendWithoutEnd();
    expect(status).toBe(413);
    expect(sentMb).toBeLessThan(250);
  });

  test('after all of that the process lives and its memory has returned', async () => {
    const round = async (): Promise<number> => {
      for (let index = 0; index < 20; index++) {
        await upload(IMAGE.subarray(0, IMAGE.length - 1000 * index));
        await upload(await giantPng());
        await detect({ image_data: 'A'.repeat(5_000_000) });
      }
      return residentMb();
    };
    await round();
    const before = await round();
    await round();
    await round();
    // A leak of only the Base64 bodies would be 300 MB by now.
    expect((await round()) - before).toBeLessThan(150);
    expect(percept.process.exitCode).toBeNull();
    expect((await answerOf(await upload(IMAGE))).total_objects).toBeGreaterThan(0);
  });
});

async function residentMb(): Promise<number> {
  const metrics = await (await percept.fetch('/metrics')).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)![1]) / 1024 / 1024;
}

/** Sends a chunked body that never ends, until the service hangs up. */
function sendWithoutEnd(): Promise<{ status: number | undefined; sentMb: number }> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${percept.key}`, 'content-type': 'image/jpeg', 'transfer-encoding': 'chunked' };
    const sending = request(`${percept.url}/v2/vision/detect`, { method: 'POST', headers });
    const chunk = Buffer.alloc(1024 * 1024);
    let sentMb = 0;
    let status: number | undefined;
    const send = (): void => {
      sentMb++;
      sending.write(chunk, () => {
        if (!sending.destroyed) setImmediate(send);
      });
    };
    sending.on('response', (response) => {
      status = response.statusCode;
      response.resume();
    });
    sending.on('error', () => undefined);
    sending.on('close', () => resolve({ status, sentMb }));
    send();
  });
}
