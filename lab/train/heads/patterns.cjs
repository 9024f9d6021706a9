// Writes 2,700 everyday sentences of the patterns in lab/train/everyday, 900 of each sentiment: node lab/train/heads/patterns.cjs >> TEXTS.jsonl
const { join, resolve } = require('node:path');

const { everydaySentences } = require(join(resolve(__dirname, '..', '..', '..'), 'dist/lab/train/everyday/sentences'));
const MOST = 900;

let state = 7;
const random = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
const sentences = everydaySentences();
for (let i = sentences.length - 1; i > 0; i--) {
  const other = Math.floor(random() * (i + 1));
  [sentences[i], sentences[other]] = [sentences[other], sentences[i]];
}
const counts = [0, 0, 0];
for (const { text, sentiment } of sentences) {
  if (counts[sentiment]++ >= MOST) continue;
  process.stdout.write(`${JSON.stringify({ set: 'patterns', language: 'en', label: sentiment, text })}\n`);
}
