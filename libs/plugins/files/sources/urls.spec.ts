import { itemSourceContract } from '@percept/sdk/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeContract } from '../../../../test/harness/kinds';
import { urls } from './urls';

describeContract(
  'the item source urls',
  itemSourceContract(urls, {
    three: (folder) => {
      const path = join(folder, 'urls.txt');
      writeFileSync(path, '# photos\nhttps://example.com/a.jpg\n\nhttps://example.com/%E0%A4%A\nhttp://example.com/c%20d.jpg\n');
      return path;
    },
    secondRefused: () => ['https://example.com/a.jpg', 'ftp://example.com/b.jpg', 'https://example.com/c.jpg'],
  }),
);
