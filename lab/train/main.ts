import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { trainEntities } from './entities';
import { trainSentiment } from './sentiment';
import { dataFolder } from './training-data';

const ROOT = resolve(__dirname, '..', '..').replace(/\/dist$/, '');
const MODELS = {
  sentiment: { train: trainSentiment, folder: 'sentiment-fast' },
  entities: { train: trainEntities, folder: 'entities-en' },
};
const USAGE = `Usage: npm run train -- ${Object.keys(MODELS).join('|')} [--data FOLDER] [--out FOLDER]

  --data FOLDER  has train/ and ner/ (four fifths are used for training); default: ../shared/data
  --out FOLDER   where to write the weights; default: the model's folder in models/
  --vectors FILE entities: word vectors, from which words get classes; else those of the weights that are there stay
`;

function main(): number {
  const { values, positionals } = parseArgs({
    options: { data: { type: 'string' }, out: { type: 'string' }, vectors: { type: 'string' } },
    allowPositionals: true,
  });
  const model = MODELS[positionals[0] as keyof typeof MODELS];
  if (!model || positionals.length !== 1) {
    process.stderr.write(USAGE);
    return 2;
  }
  const folders = {
    data: dataFolder(values.data, ROOT),
    model: values.out ?? join(ROOT, 'models', model.folder),
    vectors: values.vectors,
  };
  model.train(folders, (line) => process.stderr.write(`${line}\n`));
  process.stderr.write(`Wrote ${folders.model}\n`);
  return 0;
}

try {
  process.exitCode = main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${USAGE}`);
  process.exitCode = 1;
}
