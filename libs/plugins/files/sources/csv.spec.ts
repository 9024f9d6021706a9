import { itemSourceContract } from '@percept/sdk/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeContract } from '../../../../test/harness/kinds';
import { csvSource } from './csv';

const file = (text: string) => (folder: string) => {
  const path = join(folder, 'data.csv');
  writeFileSync(path, text);
  return path;
};

describeContract(
  'the item source csv',
  itemSourceContract(csvSource, {
    options: { delimiter: ';' },
    three: file('\uFEFFid;text\n1;a\n2;"b; c"\n\n3;d\n'),
    secondRefused: file('id;text\n1;a\n2;b;too many\n3;c\n'),
    missing: (folder) => join(folder, 'none.csv'),
  }),
);
