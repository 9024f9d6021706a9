import { definePlugin } from '@percept/sdk';
import { defineTriggerSource, duration, required, text } from '@percept/sdk/pipelines';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_POLL_MS = 3_600_000;

/** `triggers: [{ spool: /var/spool/jobs }]`: one run for each file that appears in a folder. */
export const spool = defineTriggerSource({
  name: 'spool',
  keywords: {
    spool: required(text('The folder.', 'path')),
    poll: duration(MAX_POLL_MS, 'How often to look; 1s when absent.'),
    input: text('The input that gets the path of the file; `file` when absent.', 'name'),
  },
  defaultInput: 'file',
  parse: ({ spool: folder = '', poll: pollMs = 1_000 }) => ({ folder, pollMs }),
  definition: ({ folder }) => ({ folder }),
  describe: ({ folder }) => ({ rule: folder }),

  // Runs in the main thread of the service: do not block it.
  async start({ folder, pollMs }, { fire, known, report, paths }) {
    const path = await paths.resolve(folder);
    const look = async () => {
      const names = await readdir(path);
      const stored = await known(names);
      for (const name of names) if (!stored.has(name)) await fire({ ref: name, value: join(path, name) });
    };
    const timer = setInterval(() => void look().catch(report), pollMs);
    return { close: async () => clearInterval(timer) };
  },
});

export default definePlugin({ name: 'NAME', version: '0.1.0', percept: 'PERCEPT_RANGE', triggers: [spool] });
