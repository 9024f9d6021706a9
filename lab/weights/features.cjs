// Writes what the classifier is fitted on: for each image the features of EfficientNet-Lite0 by the path that production takes,
// and the boxes of the detector. Needs a built Percept and models/efficientnet-lite0/model.onnx.
// node lab/weights/features.cjs JOBS.jsonl FEATURES.jsonl
// A job: {"key", "path", "crop"?: [x, y, width, height] in parts of the image, "small"?: pixels to shrink to, "mirror"?: true,
// "bare"?: true for features alone}.
const fs = require('node:fs');
const { join, resolve } = require('node:path');
const ort = require('onnxruntime-node');
const sharp = require('sharp');

const ROOT = resolve(__dirname, '../..');
const dist = (path) => require(join(ROOT, 'dist/libs/core/src/inference', path));
const { openImage } = dist('media/images/open-image');
const { openModels } = dist('models/open-models');
const { modelPluginModules } = require(join(ROOT, 'dist/libs/plugins'));
const { prepareModels } = dist('models/registry/prepare');
const { frameFor, framePixels } = dist('models/runtime');

const SIZE = 224;
const INPUT = { size: SIZE, resize: 'crop', crop: 1 };
const LIMITS = { maxBytes: 5e7, maxSide: 20_000 };

async function pixelsOf(job) {
  const bytes = job.small
    ? await sharp(job.path).autoOrient().resize(job.small, job.small, { fit: 'cover' }).jpeg({ quality: 85 }).toBuffer()
    : fs.readFileSync(job.path);
  const image = await openImage(bytes, LIMITS);
  const copy = await image.decoded(512);
  if (!job.crop) return framePixels(copy, frameFor(INPUT, image.properties));
  const scale = Math.min(1, 512 / Math.max(image.properties.width, image.properties.height));
  const [width, height] = [image.properties.width, image.properties.height].map((side) => Math.round(side * scale));
  const [x, y, w, h] = job.crop;
  const part = { width: Math.max(8, Math.floor(w * width)), height: Math.max(8, Math.floor(h * height)) };
  const place = {
    left: Math.min(Math.floor(x * width), width - part.width),
    top: Math.min(Math.floor(y * height), height - part.height),
  };
  return sharp(await copy.rgb({ width, height }), { raw: { width, height, channels: 3 } })
    .extract({ ...part, ...place })
    .resize(SIZE, SIZE, { fit: 'cover' })
    .raw()
    .toBuffer();
}

const mirrored = (pixels) =>
  sharp(pixels, { raw: { width: SIZE, height: SIZE, channels: 3 } })
    .flop()
    .raw()
    .toBuffer();

async function main([jobs, target]) {
  const places = { modelsDir: join(ROOT, 'models'), dataDir: join(require('node:os').tmpdir(), 'percept-features') };
  await prepareModels(places);
  const models = openModels({ ...places, extensions: modelPluginModules() });
  const classifier = await models.get('image-classification');
  const trunk = await ort.InferenceSession.create(join(ROOT, 'models/efficientnet-lite0/model.onnx'), { intraOpNumThreads: 1 });
  const run = async (pixels) => {
    const images = new ort.Tensor('uint8', new Uint8Array(pixels), [1, SIZE, SIZE, 3]);
    return Array.from((await trunk.run({ images })).features.data, (value) => Number(value.toPrecision(5)));
  };
  const out = fs.openSync(target, 'w');
  for (const line of fs.readFileSync(jobs, 'utf8').trim().split('\n')) {
    const job = JSON.parse(line);
    const pixels = await pixelsOf(job);
    const found = { ...job, features: [await run(pixels)] };
    if (job.mirror) found.features.push(await run(await mirrored(pixels)));
    if (!job.crop && !job.small && !job.bare) {
      const { boxes } = await classifier.evidence(await openImage(fs.readFileSync(job.path), LIMITS));
      found.boxes = Object.fromEntries(boxes);
    }
    fs.writeSync(out, `${JSON.stringify(found)}\n`);
  }
  await models.close();
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
