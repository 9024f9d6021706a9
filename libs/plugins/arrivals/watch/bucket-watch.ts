import {
  globMatcher,
  toS3Url,
  type ListedObject,
  type S3Location,
  type StartedTrigger,
  type TriggerContext,
} from '@percept/sdk/pipelines';
import { posix } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface WatchedBucket {
  /** The location whose key is the prefix. */
  at: S3Location;
  pattern: string;
  /** The time between two listings. */
  pollMs: number;
}

/**
 * Fires for each object below a prefix, and again when its content changes. The database knows the objects that had a run, so
 * another process or a restart sees the same. S3 has no order of arrival: a multipart upload is dated to its start.
 */
export class BucketWatch implements StartedTrigger {
  private readonly closing = new AbortController();
  private readonly fits: (name: string) => boolean;
  private readonly polling: Promise<void>;

  constructor(
    private readonly bucket: WatchedBucket,
    private readonly context: TriggerContext,
  ) {
    const { pattern } = bucket;
    const matches = globMatcher(pattern);
    this.fits = (name) => matches(pattern.includes('/') ? name : posix.basename(name));
    this.polling = this.run();
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.polling;
  }

  private async run(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      await this.poll().catch((error: unknown) => this.context.report(error));
      // The next listing follows even if this one failed.
      await sleep(this.bucket.pollMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private async poll(): Promise<void> {
    const { at } = this.bucket;
    const { objects } = this.context;
    for await (const page of objects.storage.list(at)) {
      const found = page.filter((object) => this.isWatched(object) && objects.allows(object));
      const known = await this.context.known(found.map(refOfObject));
      for (const object of found) {
        if (this.closing.signal.aborted) return;
        const ref = refOfObject(object);
        if (!known.has(ref)) await this.context.fire({ ref, value: toS3Url(object) });
      }
    }
  }

  private isWatched({ key }: ListedObject): boolean {
    const name = key.slice(this.bucket.at.key.length);
    return name !== '' && !name.endsWith('/') && this.fits(name);
  }
}

/** Identifies an object. The same key with another ETag is another object. */
export function refOfObject(object: Pick<ListedObject, 'bucket' | 'key' | 'etag'>): string {
  return `${toS3Url(object)} ${object.etag}`;
}
