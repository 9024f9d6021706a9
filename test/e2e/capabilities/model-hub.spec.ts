import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { percept, removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';

const SHARED = resolve(__dirname, '../../../../shared');
const HUB = join(SHARED, 'model-hub');
const PHOTOS = join(SHARED, 'data/images/coco128-train2017/images');
const FACES = join(SHARED, 'data/images/faces');
const here = existsSync(HUB) && existsSync(PHOTOS) && existsSync(FACES);
if (!here) process.stdout.write('test/model-hub: skipped, since ../shared/model-hub is not beside the checkout\n');

let dataDir: string;
let service: RunningPercept;
const PULLED = ['yolox-nano', 'ultraface-rfb-320'];

(here ? describe : describe.skip)('models of the hub', () => {
  beforeAll(async () => {
    dataDir = tempDir();
    const env = { PERCEPT_DATA_DIR: dataDir, PERCEPT_MODELS_MIRROR: HUB };
    for (const name of PULLED) expect((await percept(['models', 'pull', name], { env })).code).toBe(0);
    const shufflenet = ['models', 'add', join(HUB, 'shufflenet'), '--name', 'shufflenet'];
    expect((await percept([...shufflenet, '--labels', join(HUB, 'shufflenet', 'synset.txt')], { env })).code).toBe(0);
    for (const [name, file] of [
      ['mnist', 'mnist.onnx'],
      ['matmul', 'matmul-quickstart.onnx'],
      ['superresolution', 'superresolution_with_pre_post_processing_op18.needs-ort-extensions.onnx'],
    ] as const) {
      const folder = join(dataDir, 'models', name);
      mkdirSync(folder, { recursive: true });
      copyFileSync(join(HUB, 'other', file), join(folder, file));
      writeFileSync(
        join(folder, 'model.yaml'),
        `task: image-classification\nfile: ${file}\nsource: onnxruntime-inference-examples\nlicence: MIT
input: { size: 28, resize: letterbox, layout: NCHW, type: float32, colour: grey }
output: { decoder: logits }\nlabels: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']\n`,
      );
    }
    service = await startPercept({
      dataDir,
      env: { PERCEPT_WORKERS: '1', PERCEPT_DEFAULT_MODELS: 'face-detection=ultraface-rfb-320' },
    });
  });
  afterAll(async () => {
    await service?.stop();
    removeDir(dataDir);
  });

  const post = async (path: string, body: Uint8Array, type = 'image/jpeg') => {
    const answer = await service.fetch(`/v2/vision/${path}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: new Uint8Array(body),
    });
    return { status: answer.status, body: (await answer.json()) as never };
  };
  const photos = () =>
    readdirSync(PHOTOS)
      .filter((name) => name.endsWith('.jpg'))
      .sort()
      .slice(0, 24);

  test('yolox-nano finds mostly what the embedded detector finds', async () => {
    let both = 0;
    let ours = 0;
    for (const name of photos()) {
      const bytes = readFileSync(join(PHOTOS, name));
      const objects = async (query: string) => {
        const { status, body } = await post(`detect?${query}`, bytes);
        if (status !== 200) throw new Error(`${name}, ${query}: ${JSON.stringify(body)}`);
        return new Set((body as { detections: { object: string }[] }).detections.map(({ object }) => object));
      };
      const [sure, nano] = [await objects('min_confidence=0.8'), await objects('model=yolox-nano&min_confidence=0.25')];
      ours += sure.size;
      both += [...sure].filter((object) => nano.has(object)).length;
    }
    expect(ours).toBeGreaterThan(10);
    expect(both / ours).toBeGreaterThan(0.6);
  });

  test('shufflenet answers with labels of ImageNet', async () => {
    const answers: { label: string; confidence: number }[] = [];
    for (const name of photos()) {
      const { status, body } = await post('classify?model=shufflenet&confidence_threshold=0.3', readFileSync(join(PHOTOS, name)));
      expect(status).toBe(200);
      answers.push(...(body as { classifications: typeof answers }).classifications);
    }
    expect(answers.length).toBeGreaterThan(5);
    const lines = readFileSync(join(HUB, 'shufflenet', 'synset.txt'), 'utf8').split('\n');
    const names = lines.map((line) => line.replace(/^n\d+ /, '').split(',')[0]);
    for (const { label } of answers) expect(names).toContain(label.replace(/ \(n\d+\)$/, ''));
  });

  test('ultraface finds the faces for analyze where it is the default', async () => {
    const found: { confidence: number; emotions: object }[] = [];
    for (const name of readdirSync(FACES).filter((each) => each.endsWith('.jpg'))) {
      const { status, body } = await post('analyze?features=faces', readFileSync(join(FACES, name)));
      expect(status).toBe(200);
      found.push(...(body as { faces: typeof found }).faces);
    }
    // There are 18 faces.
    expect(found.length).toBeGreaterThanOrEqual(16);
    expect(found.length).toBeLessThanOrEqual(20);
    for (const { emotions } of found) expect(Object.keys(emotions)).toContain('happy');
  });

  test('mnist reads a drawn digit as a classifier of the users', async () => {
    const svg = `<svg width="28" height="28"><rect width="28" height="28"/><path d="M14 5 V23" stroke="#fff" stroke-width="3"/></svg>`;
    const { body } = await post('classify?model=mnist', await sharp(Buffer.from(svg)).png().toBuffer(), 'image/png');
    expect(body).toMatchObject({ classifications: [{ label: '1', category: 'general' }] });
  });

  test('models that are not for images are rejected with a reason', async () => {
    const reason = async (name: string) =>
      ((await (await service.fetch(`/v2/models/${name}`)).json()) as { reason: string }).reason;
    expect(await reason('matmul')).toMatch(
      /its inputs are 'a' \(3 × 4\) and 'b' \(4 × 3\), but an image is one input of four dimensions/,
    );
    expect(await reason('superresolution')).toMatch(
      /needs the operator DecodeImage of the domain 'com\.microsoft\.extensions', which ONNX Runtime does not have/,
    );
    const { status, body } = await post('classify?model=matmul', Buffer.from('x'));
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { code: expect.any(String) } } });
  });
});
