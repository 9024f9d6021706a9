import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { drawFaces } from '../../harness/fixtures/faces';
import { stopSign } from '../../harness/fixtures/drawings';
import { lettering } from '../../harness/fixtures/text/lettering';
import { yard, type YardKind } from '../../harness/fixtures/yard';
import { writeStillVideo } from '../../harness/fixtures/still-video';
import { removeDir, ROOT, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';

const SECRET = 'Ada Lovelace of Example Street';
const DAY_MS = 86_400_000;
const HOUR_MS = DAY_MS / 24;
const FIRST = Date.parse('2026-01-05T12:00:00Z');
let dir: string;
let percept: RunningPercept;

interface Ended {
  id: string;
  status: string;
  error: string | null;
  failures: object[];
  counts: Record<string, number>;
}

interface Item {
  step: string;
  results: Record<string, object>;
}

/** Runs an example to its end. @returns the run and what its files say. */
async function run(name: string, inputs: object): Promise<{ ended: Ended; read: (file: string) => Promise<string[]> }> {
  const headers = { 'content-type': 'application/json' };
  const started = await percept.fetch(`/v2/pipelines/${name}/runs`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ inputs }),
  });
  const { id } = (await started.json()) as { id: string };
  await (await percept.fetch(`/v2/runs/${id}/events`)).text();
  const ended = (await (await percept.fetch(`/v2/runs/${id}`)).json()) as Ended;
  const read = async (file: string): Promise<string[]> =>
    (await (await percept.fetch(`/v2/runs/${id}/artifacts/${file}`)).text()).trim().split('\n');
  return { ended, read };
}

beforeAll(async () => {
  dir = tempDir();
  percept = await startPercept({
    env: { PERCEPT_DATA_ROOTS: `${dir},${join(ROOT, 'examples')}`, PERCEPT_FETCH_ALLOW: '127.0.0.0/8' },
  });
});
afterAll(async () => {
  for (const camera of cameras) camera.close().closeAllConnections();
  await percept.stop();
  removeDir(dir);
});

const cameras: Server[] = [];
const used = new Set<string>();
const example = (name: string, says: string, work: () => Promise<void>): void => {
  used.add(`${name}.yaml`);
  test(`${name}: ${says}`, work);
};

describe('the example pipelines', () => {
  test('none of their triggers fires before somebody resumes it', async () => {
    interface Listed {
      schedules: { id: string; paused_at: string | null }[];
    }
    const schedules = await waitFor(
      async () => {
        const listed = (await (await percept.fetch('/v2/schedules')).json()) as Listed;
        return listed.schedules.length > 0 && listed.schedules;
      },
      { interval: 100 },
    );
    expect(schedules.filter(({ paused_at }) => paused_at === null)).toEqual([]);
    expect(schedules.map(({ id }) => id)).toContain('nightly-forecast/1');
  });

  example('photos-forecast', 'a folder of photos becomes counts by day and a forecast', async () => {
    mkdirSync(join(dir, 'photos'));
    const image = await sharp(Buffer.from(stopSign.svg)).resize(320).jpeg().toBuffer();
    for (let day = 0; day < 12; day++) {
      const path = join(dir, 'photos', `${day}.jpg`);
      writeFileSync(path, image);
      utimesSync(path, new Date(FIRST + day * DAY_MS), new Date(FIRST + day * DAY_MS));
    }
    const { ended, read } = await run('photos-forecast', { folder: 'photos', object: 'stop sign', days: 3 });
    expect(ended).toMatchObject({ status: 'succeeded', counts: { total: 14, succeeded: 14 } });
    const days = await read('days.csv');
    expect(days.slice(0, 2)).toEqual(['day,photos,count', '2026-01-05,1,1']);
    const forecast = await read('forecast.csv');
    expect(forecast[0]).toBe('timestamp,predicted_value,lower_bound,upper_bound');
    expect(forecast.slice(1).map((line) => line.slice(0, 10))).toEqual(['2026-01-17', '2026-01-18', '2026-01-19']);
    expect(Number(forecast[1]!.split(',')[1])).toBeCloseTo(1);
  });

  example(
    'count-alert',
    'an hour with another count than usual is reported, and usual, constant and few ones are not',
    async () => {
      mkdirSync(join(dir, 'camera'));
      const image = await sharp(Buffer.from(stopSign.svg)).resize(320).jpeg().toBuffer();
      const empty = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#fff' } })
        .jpeg()
        .toBuffer();
      const shoot = (hour: number, photo: Buffer): void => {
        const path = join(dir, 'camera', `${hour}.jpg`);
        writeFileSync(path, photo);
        utimesSync(path, new Date(FIRST + hour * HOUR_MS), new Date(FIRST + hour * HOUR_MS));
      };
      const inputs = { folder: 'camera', object: 'stop sign', least: 12 };
      const told = async (): Promise<object | null | undefined> => {
        const { ended } = await run('count-alert', inputs);
        expect(ended).toMatchObject({ counts: { failed: 0 } });
        const { items } = (await (await percept.fetch(`/v2/runs/${ended.id}/items?limit=200`)).json()) as { items: Item[] };
        return items.find((item) => item.step === 'tell')?.results['tell'];
      };
      for (let hour = 0; hour < 5; hour++) shoot(hour, empty);
      expect(await told()).toBeNull();
      for (let hour = 5; hour < 15; hour++) shoot(hour, empty);
      expect(await told()).toBeNull();
      shoot(15, image);
      expect(await told()).toMatchObject({ notified: true });
      for (let hour = 16; hour < 19; hour++) shoot(hour, empty);
      expect(await told()).toBeNull();
    },
  );

  example('receipts', 'receipts become one row each, as an accountant enters them', async () => {
    mkdirSync(join(dir, 'receipts'));
    const rows = ['HARBOUR BAKERY LTD', 'DATE 13.05.2014', 'TOTAL 12.50'];
    const text = rows.map((row, index) => lettering({ text: row, x: 40, y: 60 + index * 90, size: 40 })).join('');
    const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="840" height="340"><rect width="840" height="340" fill="#fff"/>${text}</svg>`;
    writeFileSync(join(dir, 'receipts', 'a.png'), await sharp(Buffer.from(drawn)).png().toBuffer());
    const blank = { create: { width: 300, height: 200, channels: 3, background: '#fff' } } as const;
    writeFileSync(join(dir, 'receipts', 'blank.png'), await sharp(blank).png().toBuffer());
    const { ended, read } = await run('receipts', { folder: 'receipts' });
    expect(ended).toMatchObject({ status: 'succeeded', counts: { total: 2, succeeded: 2 } });
    const [head, receipt, empty] = await read('receipts.csv');
    expect(head).toBe('merchant,date,total,tax,currency,file,confidence,review');
    expect(receipt).toMatch(/^HARBOUR BAKERY LTD,2014-05-13,12\.5,,,a\.png,0\.\d+,(true|false)$/);
    expect(empty).toBe(',,,,,blank.png,0,true');
  });

  example('reviews', 'reviews in a CSV file become sentiment per product', async () => {
    const reviews = [
      'product,text',
      'Kettle,"Terrible. It broke after a day, what a waste of money"',
      'Kettle,I hate it: awful and loud',
      'Lamp,"Wonderful light, I love it"',
      'Lamp,Excellent and beautiful',
      'Lamp,Great!',
    ];
    writeFileSync(join(dir, 'reviews.csv'), reviews.join('\n'));
    const { ended, read } = await run('reviews', { file: 'reviews.csv' });
    expect(ended).toMatchObject({ status: 'succeeded', counts: { total: 7, succeeded: 7 } });
    const [head, worst, best] = await read('products.csv');
    expect(head).toBe('product,reviews,positive,negative,share_negative');
    expect([worst, best]).toEqual(['Kettle,2,0,2,1', 'Lamp,3,3,0,0']);
    expect(await read('reviews.csv')).toHaveLength(6);
  });

  example('nightly-forecast', 'a history becomes a forecast; a line that is not a number is reported', async () => {
    const line = (day: number): string => `${new Date(FIRST + day * DAY_MS).toISOString().slice(0, 10)},${100 + (day % 7) * 10}`;
    const lines = Array.from({ length: 42 }, (_, day) => line(day));
    writeFileSync(join(dir, 'history.csv'), ['date,value', ...lines, '2026-03-01,many'].join('\n'));
    const { ended, read } = await run('nightly-forecast', { history: 'history.csv', days: 7 });
    // One call for the whole file, not one for each line.
    expect(ended).toMatchObject({ status: 'succeeded', counts: { total: 4, succeeded: 4, failed: 0 } });
    expect(await read('forecast.csv')).toHaveLength(8);
    const { items } = (await (await percept.fetch(`/v2/runs/${ended.id}/items`)).json()) as { items: Item[] };
    const resultOf = (step: string) => items.find((item) => item.step === step)!.results[step];
    expect(resultOf('history')).toMatchObject({
      rows_read: 42,
      skipped: [expect.stringMatching(/^line 44: .*'value' must be a number/)],
    });
    expect(resultOf('warn')).toMatchObject({ notified: true });
  });

  test('nightly-forecast has an input to begin with, and notifies nobody of it', async () => {
    const { ended, read } = await run('nightly-forecast', {});
    expect(ended).toMatchObject({ status: 'succeeded', counts: { failed: 0 } });
    expect(await read('forecast.csv')).toHaveLength(29);
  });

  example('detect-folder', 'is what the other tests run', async () => {
    const { ended } = await run('detect-folder', { folder: 'photos' });
    expect(ended).toMatchObject({ status: 'succeeded', counts: { total: 12 } });
  });

  example(
    'videos-to-activities',
    'each video of a folder becomes a line, and a file that is not a video fails alone',
    async () => {
      mkdirSync(join(dir, 'videos'));
      await sharp(Buffer.from(stopSign.svg)).png().toFile(join(dir, 'still.png'));
      writeStillVideo(join(dir, 'still.png'), join(dir, 'videos', 'still.mp4'));
      writeFileSync(join(dir, 'videos', 'text.mp4'), 'no video');
      const { ended, read } = await run('videos-to-activities', { folder: 'videos' });
      expect(ended).toMatchObject({ status: 'partial', counts: { total: 2, succeeded: 1, failed: 1 } });
      const [line] = await read('videos.jsonl');
      expect(JSON.parse(line!)).toMatchObject({ seconds: 2, objects: ['stop sign'], activities: ['no_motion'] });
    },
  );

  example('gate', 'a gate that opens is told once, and one wrong picture is not', async () => {
    const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
      const headers = { 'content-type': 'application/json' };
      const answer = await percept.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await answer.json()) as Record<string, unknown>;
    };
    await post('/v2/collections', { name: 'gate', kind: 'states' });
    for (let number = 0; number < 6; number++)
      for (const label of ['open', 'closed'] as const) {
        const image = (await yard(label, number)).toString('base64');
        await post('/v2/collections/gate/entries', { image, label });
      }
    expect(await post('/v2/models/train', { collection: 'gate' })).toMatchObject({ model: 'gate', version: '1' });
    let [shown, number]: [YardKind, number] = ['closed', 10];
    const camera = createServer((_request, response) => {
      void yard(shown, number++).then((picture) => response.setHeader('content-type', 'image/jpeg').end(picture));
    });
    await new Promise<void>((ready) => camera.listen(0, '127.0.0.1', ready));
    camera.unref();
    cameras.push(camera);
    const inputs = { camera: `http://127.0.0.1:${(camera.address() as AddressInfo).port}/snapshot.jpg`, frames: 2 };
    const told: (object | null | undefined)[] = [];
    const states: (object | undefined)[] = [];
    for (const state of ['closed', 'closed', 'open', 'closed', 'open', 'open', 'open'] as const) {
      shown = state;
      const { ended } = await run('gate', inputs);
      expect(ended).toMatchObject({ status: 'succeeded' });
      const { items } = (await (await percept.fetch(`/v2/runs/${ended.id}/items`)).json()) as { items: Item[] };
      told.push(items.find((item) => item.step === 'tell')?.results['tell']);
      states.push(items.find((item) => item.step === 'gate')?.results['gate']);
    }
    expect(told).toEqual([null, null, null, null, null, { notified: true }, null]);
    expect(states[5]).toMatchObject({ state: 'open', previous: 'closed', changed: true });
  });

  example('redact', 'texts lose what identifies a person', async () => {
    writeFileSync(
      join(dir, 'letters.csv'),
      'text,by\n"Paid with 4111 1111 1111 1111, ask ada@example.com",Ada\nNothing to hide,Bob\n',
    );
    const { ended, read } = await run('redact', { file: 'letters.csv' });
    expect(ended).toMatchObject({ status: 'succeeded', counts: { total: 2, succeeded: 2 } });
    expect(await read('redacted.csv')).toEqual(['text,kinds', '"Paid with [CARD], ask [EMAIL]",CARD EMAIL', 'Nothing to hide,']);
  });

  example('redact-pictures', 'a folder of pictures loses faces, codes, numbers, metadata and thumbnails', async () => {
    mkdirSync(join(dir, 'shop'));
    const shop = sharp(Buffer.from(drawFaces(640, 420, [{ x: 200, y: 170, width: 110 }]).svg)).flatten();
    const camera = { IFD0: { Artist: SECRET, Copyright: SECRET }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' } };
    const photo = await shop.jpeg().withExif(camera).toBuffer();
    expect(photo.toString('latin1')).toContain(SECRET);
    writeFileSync(join(dir, 'shop', 'counter.jpg'), photo);
    const card = lettering({ text: 'CARD 4111 1111 1111 1111', x: 40, y: 90, size: 40 });
    const slip = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="200"><rect width="900" height="200" fill="#fff"/>${card}</svg>`;
    writeFileSync(join(dir, 'shop', 'slip.png'), await sharp(Buffer.from(slip)).png().toBuffer());
    const { ended } = await run('redact-pictures', { folder: 'shop' });
    expect(ended).toMatchObject({ status: 'succeeded', counts: { total: 2, succeeded: 2 } });
    const zip = await (await percept.fetch(`/v2/runs/${ended.id}/artifacts/redacted.zip`)).arrayBuffer();
    const files = unzipSync(new Uint8Array(zip));
    expect(Object.keys(files).sort()).toEqual(['counter.jpg', 'rows.jsonl', 'slip.png']);
    for (const name of ['counter.jpg', 'slip.png']) {
      const { exif, iptc, xmp, icc, comments } = await sharp(files[name]).metadata();
      expect({ exif, iptc, xmp, icc, comments }).toEqual({});
      expect(Buffer.from(files[name]!).toString('latin1')).not.toContain(SECRET);
    }
    const found = async (path: string, field: string, name: string): Promise<unknown[]> => {
      const body = JSON.stringify({ image: Buffer.from(files[name]!).toString('base64') });
      const answer = await percept.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      return ((await answer.json()) as Record<string, unknown[]>)[field]!;
    };
    expect(await found('/v2/vision/faces', 'faces', 'counter.jpg')).toEqual([]);
    expect(JSON.stringify(await found('/v2/vision/text', 'lines', 'slip.png'))).not.toMatch(/1111/);
    const rows = Buffer.from(files['rows.jsonl']!).toString().trim().split('\n');
    const covered = rows.map((row) => (JSON.parse(row) as { covered: { kind: string }[] }).covered.map(({ kind }) => kind));
    expect(covered[0]).toEqual(['face']);
    expect(new Set(covered[1])).toEqual(new Set(['text']));
  });

  test('are all run here', () => {
    expect(readdirSync(join(__dirname, '../../../pipelines')).filter((name) => !used.has(name))).toEqual([]);
  });
});
