import { itemSourceContract } from '@percept/sdk/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeContract } from '../../../../test/harness/kinds';
import { jsonl } from './jsonl';

const file = (text: string) => (folder: string) => {
  const path = join(folder, 'data.jsonl');
  writeFileSync(path, text);
  return path;
};

describeContract(
  'the item source jsonl with a line that nests too deep',
  itemSourceContract(jsonl, {
    three: file('1\n2\n3\n'),
    secondRefused: file(`1\n${'['.repeat(65)}${']'.repeat(65)}\n3\n`),
    missing: (folder) => join(folder, 'none.jsonl'),
  }),
);

describeContract(
  'the item source jsonl',
  itemSourceContract(jsonl, {
    three: file('{"a": 1}\n\n"text"\r\n[3]'),
    secondRefused: file('1\n{"a":\n3\n'),
    missing: (folder) => join(folder, 'none.jsonl'),
  }),
);
