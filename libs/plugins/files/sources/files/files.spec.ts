import { itemSourceContract } from '@percept/sdk/testing';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeContract } from '../../../../../test/harness/kinds';
import { files } from './files';

describeContract(
  'the item source files',
  itemSourceContract(files, {
    three: (folder) => {
      mkdirSync(join(folder, 'deep'), { recursive: true });
      for (const name of ['a.jpg', 'deep/b.JPG', 'c.jpg', 'd.txt']) writeFileSync(join(folder, name), 'x');
      return join(folder, '**/*.jpg');
    },
    secondRefused: (folder) => {
      for (const name of ['a.jpg', 'c.jpg']) writeFileSync(join(folder, name), 'x');
      symlinkSync(join(folder, 'none'), join(folder, 'b.jpg'));
      return join(folder, '*.jpg');
    },
    missing: (folder) => join(folder, 'none', '*.jpg'),
  }),
);
