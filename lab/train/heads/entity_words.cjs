// Writes what the head of text.entities learns from, as text.entities computes it: node lab/train/heads/entity_words.cjs SHARED_DATA OUT (after npm run build)
// OUT gets countries.json, and for each set NAME.jsonl (sentences: words, tags, whether it is kept for measuring), NAME.states and NAME.signs (32-bit
// floats, a row for each word and one of zeros behind each sentence). With --labels only the first two.
const { mkdirSync, openSync, writeFileSync, writeSync } = require('node:fs');
const { join, resolve } = require('node:path');

const ROOT = resolve(__dirname, '..', '..', '..');
const load = (path) => require(join(ROOT, 'dist', path));
const { openModels } = load('libs/core/src/inference/models/open-models');
const { modelPluginModules } = load('libs/plugins');
const { Gazetteer, hashNames } = load('libs/plugins/text/entities/gazetteer');
const { readWords, SIGN_COUNT, wordFeatures } = load('libs/plugins/text/entities/word-features');
const { readSafetensors } = load('libs/plugins/text/weights/tensors');
const { readEntitySets, tagged } = load('lab/train/entity-sets');
const AT_ONCE = 64;
const LANGUAGES = 'en de fr es it pt nl pl sv da nb fi cs sk hu ro hr sl bg el ru uk tr ca et lv lt'.split(' ');
/** Regions of CLDR that are no countries. */
const NO_COUNTRIES = new Set(['EU', 'UN', 'EZ', 'ZZ', 'XA', 'XB', 'QO']);
const [ORGANIZATION, LOCATION] = [3, 5];

/** Names of countries in many languages: Unicode CLDR, in Node itself. */
function countries() {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((a) => letters.map((b) => a + b)).filter((code) => !NO_COUNTRIES.has(code));
  const names = LANGUAGES.flatMap((language) => {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    return codes.flatMap((code) => display.of(code) ?? []);
  });
  return [...new Set(names)];
}

/** A country is a place, also where a set calls its team an organisation. */
function withPlaces({ words, tags }, gazetteer) {
  const own = [...tags];
  for (let from = 0; from < own.length; from++) {
    if (own[from] !== ORGANIZATION) continue;
    let to = from + 1;
    while (own[to] === ORGANIZATION + 1) to++;
    if (!gazetteer.has(words.slice(from, to).join(' ').toLowerCase(), 'country')) continue;
    for (let at = from; at < to; at++) own[at] = at === from ? LOCATION : LOCATION + 1;
  }
  return own;
}

async function writeStates(sentences, name, { embedder, gazetteer }) {
  const [states, signs] = ['states', 'signs'].map((kind) => openSync(`${name}.${kind}`, 'w'));
  for (let from = 0; from < sentences.length; from += AT_ONCE) {
    const words = sentences.slice(from, from + AT_ONCE).map((sentence) => sentence.words.map((text) => ({ text })));
    for (const read of await readWords(words, embedder)) {
      const features = wordFeatures(read, embedder.stateSize, gazetteer);
      writeSync(states, Buffer.concat([Buffer.from(features.states.buffer), Buffer.alloc(embedder.stateSize * 4)]));
      writeSync(signs, Buffer.concat([Buffer.from(features.signs.buffer), Buffer.alloc(SIGN_COUNT * 4)]));
    }
  }
}

async function main([data, out, labels]) {
  mkdirSync(out, { recursive: true });
  const hashed = hashNames(countries().map((name) => [name, 'country']));
  writeFileSync(join(out, 'countries.json'), JSON.stringify({ keys: [...hashed.keys], lists: [...hashed.lists] }));
  const lists = readSafetensors(join(ROOT, 'models/entities-en/weights.safetensors'));
  const gazetteer = new Gazetteer({ keys: lists.uint32('names.keys'), lists: lists.int8('names.lists') }, hashed);
  const models = openModels({ modelsDir: join(ROOT, 'models'), dataDir: join(ROOT, 'data'), extensions: modelPluginModules() });
  const embedder = labels ? undefined : await models.get('text-embedding');
  for (const { file, sentences } of readEntitySets(data, 'entities')) {
    const read = sentences
      .map((sentence) => ({ ...tagged(sentence), isKept: sentence.isKept }))
      .filter(({ words }) => words.length > 0);
    const lines = read.map((each) =>
      JSON.stringify({ file, kept: each.isKept, words: each.words, tags: withPlaces(each, gazetteer) }),
    );
    const name = join(out, file.replaceAll('/', '_'));
    writeFileSync(`${name}.jsonl`, `${lines.join('\n')}\n`);
    if (!labels) await writeStates(read, name, { embedder, gazetteer });
    process.stderr.write(`${file}: ${read.length} sentences\n`);
  }
  await models.close();
}

void main(process.argv.slice(2));
