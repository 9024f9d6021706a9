import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { triggerSourceContract } from './trigger-source.contract';

triggerSourceContract('watch', {
  example: (folder) => ({ watch: folder, pattern: '*.jpg', settle: '20ms' }),
  cause: async (folder) => {
    writeFileSync(join(folder, 'notes.txt'), 'x');
    writeFileSync(join(folder, 'a.jpg'), 'x');
    return join(folder, 'a.jpg');
  },
});
