import { triggerSourceContract } from '@percept/sdk/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeContract } from '../../../../test/harness/kinds';
import { watch } from './watch';

describe.each([{}, { poll: '20ms' }])('%j', (more) =>
  describeContract(
    'the trigger source watch',
    triggerSourceContract(watch, {
      trigger: (folder) => ({ watch: folder, pattern: '*.jpg', settle: '20ms', ...more }),
      cause: async (folder) => {
        writeFileSync(join(folder, 'notes.txt'), 'x');
        writeFileSync(join(folder, 'a.jpg'), 'x');
        return join(folder, 'a.jpg');
      },
    }),
  ),
);
