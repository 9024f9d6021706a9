import { PerceptError } from '../../kernel';
import { ObjectStorage } from './object-storage';
import { parseObjectUrl, parseS3Url, toS3Url, type S3Location } from './s3-url';

/** What pipelines may use of the object storage. */
export interface BucketRules {
  /** Buckets, or key prefixes as `bucket/prefix`, that triggers and runs over HTTP may use. */
  buckets?: readonly string[];
  /**
   * The prefix where Percept keeps the files of runs; pipelines may not use it otherwise. The key ends with a slash, or is empty.
   */
  own?: S3Location;
  /** The largest image or video, in bytes; 50 MB when absent. */
  maxMediaBytes?: number;
}

const MAX_MEDIA_BYTES = 50 * 1024 * 1024;

/** The object storage with the rights of a run. */
export class BucketAccess {
  constructor(
    readonly storage: ObjectStorage,
    private readonly rules: BucketRules,
    /** Whether only the buckets of the rules are allowed; false for the user of the command line. */
    private readonly bounded: boolean,
    /** The buckets and prefixes that the project may use; absent: all of the rules. */
    private readonly granted?: readonly string[],
  ) {}

  /** Parses the address of an object that the run may use. @throws PerceptError INVALID_REQUEST, FORBIDDEN. */
  object(url: string, field?: string): S3Location {
    return this.checked(parseObjectUrl(url, field));
  }

  /** Parses a key prefix that the run may use. @throws PerceptError INVALID_REQUEST, FORBIDDEN. */
  prefix(url: string, field?: string): S3Location {
    return this.checked(parseS3Url(url, field));
  }

  /** Maximum size of an image or video, in bytes. */
  get maxMediaBytes(): number {
    return this.rules.maxMediaBytes ?? MAX_MEDIA_BYTES;
  }

  allows({ bucket, key }: S3Location): boolean {
    const path = `${bucket}/${key}`;
    const { buckets = [], own } = this.rules;
    if (own && path.startsWith(`${own.bucket}/${own.key}`)) return false;
    return !this.bounded || (isBelow(path, buckets) && (!this.granted || isBelow(path, this.granted)));
  }

  private checked(at: S3Location): S3Location {
    if (this.allows(at)) return at;
    const allowed = this.granted ?? this.rules.buckets ?? [];
    const which = allowed.length > 0 ? allowed.join(', ') : 'none';
    const fix = 'An operator can name more in PERCEPT_S3_BUCKETS, and grant them with `percept projects update`.';
    throw new PerceptError('FORBIDDEN', `${toS3Url(at)} lies outside the buckets that this project may use (${which}). ${fix}`);
  }
}

/** Whether an object is in one of the buckets, or below one of the key prefixes. */
export function isBelow(path: string, buckets: readonly string[]): boolean {
  return buckets.some((each) => path.startsWith(each.endsWith('/') ? each : `${each}/`));
}

/** The object storage of a process and its rules. */
export class ObjectStorageRules {
  constructor(
    readonly storage = new ObjectStorage(),
    private readonly rules: BucketRules = {},
  ) {}

  /** Where the files of a run are kept: `s3://bucket/prefix/runs/<id>`; undefined if that is the data folder. */
  runFolder(runId: string): string | undefined {
    const { own } = this.rules;
    return own && toS3Url({ bucket: own.bucket, key: `${own.key}runs/${runId}` });
  }

  /** The location of one of Percept's own objects; undefined if its files are in the data folder. */
  ownObject(name: string): S3Location | undefined {
    const { own } = this.rules;
    return own && { bucket: own.bucket, key: own.key + name };
  }

  for({ bounded, granted }: { bounded: boolean; granted?: readonly string[] }): BucketAccess {
    return new BucketAccess(this.storage, this.rules, bounded, granted);
  }
}
