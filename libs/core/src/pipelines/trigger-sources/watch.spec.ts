import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { triggerSourceContract } from './trigger-source.contract';

describe.each([{}, { poll: '20ms' }])('%j', (more) =>
  triggerSourceContract('watch', {
    example: (folder) => ({ watch: folder, pattern: '*.jpg', settle: '20ms', ...more }),
    cause: async (folder) => {
      writeFileSync(join(folder, 'notes.txt'), 'x');
      writeFileSync(join(folder, 'a.jpg'), 'x');
      return join(folder, 'a.jpg');
    },
  }),
);
