// Writes what text.sentiment reads of texts (after npm run build): node lab/train/heads/encoded.cjs states|rows TEXTS.jsonl OUT.f32
// `states` are those of each token, and OUT.f32.ends says where those of each text end; `rows` are pooled, a text a row.
const { openSync, readFileSync, writeFileSync, writeSync } = require('node:fs');
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
  const [file, ends] = [openSync(out, 'w'), Uint32Array.of(0, ...all.map(() => 0))];
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const some = all.slice(from, from + AT_ONCE);
    for (const [i, encoded] of (kind === 'rows' ? embedder.rows(some) : await embedder.encode(some)).entries()) {
      const { buffer, byteOffset, byteLength } = kind === 'rows' ? pooled(encoded) : encoded.states;
      writeSync(file, Buffer.from(buffer, byteOffset, byteLength));
      ends[from + i + 1] = ends[from + i] + encoded.starts.length;
    }
    process.stderr.write(`${from} of ${all.length}\n`);
  }
  if (kind === 'states') writeFileSync(`${out}.ends`, ends);
}

void main(process.argv.slice(2));
