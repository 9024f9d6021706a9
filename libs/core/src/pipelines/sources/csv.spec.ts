import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csv } from './csv';
import { itemSourceContract } from './item-source.contract';

const file = (text: string) => (folder: string) => {
  const path = join(folder, 'data.csv');
  writeFileSync(path, text);
  return path;
};

itemSourceContract('csv', csv, {
  options: { delimiter: ';' },
  three: file('\uFEFFid;text\n1;a\n2;"b; c"\n\n3;d\n'),
  secondRefused: file('id;text\n1;a\n2;b;too many\n3;c\n'),
  missing: (folder) => join(folder, 'none.csv'),
});
