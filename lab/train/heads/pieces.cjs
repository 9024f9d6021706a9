// Writes the pieces of texts, as text.sentiment finds them (after npm run build): node lab/train/heads/pieces.cjs TEXTS.jsonl > PIECES.jsonl
const { readFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

const { extractPieces } = require(join(resolve(__dirname, '..', '..', '..'), 'dist/libs/plugins/text/sentiment/features'));
for (const line of readFileSync(process.argv[2], 'utf8').trim().split('\n')) {
  const { text, language } = JSON.parse(line);
  const { rows, values } = extractPieces(text, language);
  process.stdout.write(`${JSON.stringify({ rows, value: values[0] ?? 0 })}\n`);
}
