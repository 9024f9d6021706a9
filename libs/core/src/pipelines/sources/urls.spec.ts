import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { itemSourceContract } from './item-source.contract';
import { urls } from './urls';

itemSourceContract('urls', urls, {
  three: (folder) => {
    const path = join(folder, 'urls.txt');
    writeFileSync(path, '# photos\nhttps://example.com/a.jpg\n\nhttps://example.com/%E0%A4%A\nhttp://example.com/c%20d.jpg\n');
    return path;
  },
  secondRefused: () => ['https://example.com/a.jpg', 'ftp://example.com/b.jpg', 'https://example.com/c.jpg'],
});
