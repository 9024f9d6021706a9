// Writes the features of texts, as text.sentiment computes them (after npm run build): node lab/train/heads/pooled.cjs states|rows TEXTS.jsonl FEATURES.f32
const { openSync, readFileSync, writeSync } = require('node:fs');
const { join, resolve } = require('node:path');

const ROOT = resolve(__dirname, '..', '..', '..');
const { openModels } = require(join(ROOT, 'dist/libs/core/src/inference/models/open-models'));
const { modelPluginModules } = require(join(ROOT, 'dist/libs/plugins'));
const { pooled } = require(join(ROOT, 'dist/libs/plugins/text/sentiment/learned'));
const AT_ONCE = 128;

async function main([kind, texts, out]) {
  const embedder = await openModels({
    modelsDir: join(ROOT, 'models'),
    dataDir: join(ROOT, 'data'),
    extensions: modelPluginModules(),
  }).get('text-embedding');
  const lines = readFileSync(texts, 'utf8').trim().split('\n');
  const all = lines.map((line) => JSON.parse(line).text);
  const file = openSync(out, 'w');
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const some = all.slice(from, from + AT_ONCE);
    for (const encoded of kind === 'rows' ? embedder.rows(some) : await embedder.encode(some))
      writeSync(file, Buffer.from(pooled(encoded).buffer));
    process.stderr.write(`${from} of ${all.length}\n`);
  }
}

void main(process.argv.slice(2));
