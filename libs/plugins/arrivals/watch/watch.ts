import { PerceptError } from '@percept/sdk';
import {
  defineTriggerSource,
  duration,
  globMatcher,
  isS3Url,
  parseObjectUrl,
  required,
  text,
  type TriggerContext,
} from '@percept/sdk/pipelines';
import { stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { BucketWatch, refOfObject } from './bucket-watch';
import { FolderWatch, refOfFile } from './folder-watch';

const DAY_MS = 86_400_000;
const DEFAULT_SETTLE_MS = 2_000;
const DEFAULT_POLL_MS = 30_000;

interface WatchSettings extends WatchDefinition {
  settleMs: number;
  /** Absent: a bucket is listed every 30 s, and the system reports new files in a folder. */
  pollMs?: number;
}

interface WatchDefinition {
  folder: string;
  pattern: string;
}

const WATCH_KEYWORDS = {
  watch: required(
    text('The folder, or `s3://bucket/prefix`; a relative one counts from the first folder of the project.', 'path'),
  ),
  pattern: text('The names of the files, such as `*.{jpg,png}`; all files when absent.', 'pattern'),
  settle: duration(DAY_MS, 'How long a file must stay unchanged; 2s when absent.'),
  poll: duration(
    DAY_MS,
    'How often the objects of a bucket are listed; 30s when absent. For a folder on a network drive: how often to look into it; without it, only files that this machine writes are noticed.',
  ),
  input: text('The input that gets the path of the file; `file` when absent.', 'name'),
};

/** Fires once for each new file in a folder or new object in a bucket. */
export const watch = defineTriggerSource<typeof WATCH_KEYWORDS, WatchSettings, WatchDefinition>({
  name: 'watch',
  keywords: WATCH_KEYWORDS,
  defaultInput: 'file',

  parse({ watch: folder = '.', pattern = '*', settle = DEFAULT_SETTLE_MS, poll }, fields) {
    try {
      globMatcher(pattern);
    } catch {
      fields.refuse('pattern', "is too long, or has too many '*' in one path segment (at most 5)");
    }
    return { folder, pattern, settleMs: settle, pollMs: poll };
  },

  definition: ({ folder, pattern }) => ({ folder, pattern }),
  describe: ({ folder }) => ({ rule: folder }),

  async start({ folder, pattern, settleMs, pollMs }, context) {
    if (isS3Url(folder)) {
      const at = context.objects.prefix(folder.endsWith('/') ? folder : `${folder}/`, 'watch');
      return new BucketWatch({ at, pattern, pollMs: pollMs ?? DEFAULT_POLL_MS }, context);
    }
    const path = isAbsolute(folder) ? folder : resolve(join(context.roots[0] ?? '.', folder));
    // A folder that does not exist yet is watched nevertheless.
    await context.paths.resolve(path).catch((error: unknown) => {
      if (error instanceof PerceptError && error.code === 'FORBIDDEN') throw error;
    });
    return new FolderWatch({ path, pattern, settleMs, pollMs }, context);
  },

  /** Whether the file still exists with the same content: a restarted scheduler finds it again. */
  async mayRepeat(ref, inputs, objects) {
    const paths = Object.values(inputs).filter((value) => typeof value === 'string');
    const refs = await Promise.all(paths.map((path) => (isS3Url(path) ? currentRef(path, ref, objects) : refOfPath(path))));
    return refs.includes(ref);
  },
});

function refOfPath(path: string): Promise<string | undefined> {
  return stat(path).then(
    (stats) => refOfFile(path, stats),
    () => undefined,
  );
}

/** If the storage does not answer, the object counts as unchanged. */
async function currentRef(url: string, known: string, { storage }: TriggerContext['objects']): Promise<string | undefined> {
  try {
    return refOfObject(await storage.head(parseObjectUrl(url)));
  } catch (error) {
    return error instanceof PerceptError && error.code === 'NOT_FOUND' ? undefined : known;
  }
}
