// Writes the features of texts, as text.sentiment computes them: node lab/train/heads/pooled.cjs TEXTS.jsonl FEATURES.f32 (after npm run build)
const { openSync, readFileSync, writeSync } = require('node:fs');
const { join, resolve } = require('node:path');

const ROOT = resolve(__dirname, '..', '..', '..');
const { openModels } = require(join(ROOT, 'dist/libs/core/src/inference/models/open-models'));
const { modelPluginModules } = require(join(ROOT, 'dist/libs/plugins'));
const { pooled } = require(join(ROOT, 'dist/libs/plugins/text/sentiment/learned'));
const AT_ONCE = 128;

async function main([texts, out]) {
  const embedder = await openModels({
    modelsDir: join(ROOT, 'models'),
    dataDir: join(ROOT, 'data'),
    extensions: modelPluginModules(),
  }).get('text-embedding');
  const lines = readFileSync(texts, 'utf8').trim().split('\n');
  const all = lines.map((line) => JSON.parse(line).text);
  const file = openSync(out, 'w');
  for (let from = 0; from < all.length; from += AT_ONCE) {
    for (const encoded of await embedder.encode(all.slice(from, from + AT_ONCE)))
      writeSync(file, Buffer.from(pooled(encoded).buffer));
    process.stderr.write(`${from} of ${all.length}\n`);
  }
}

void main(process.argv.slice(2));
