import type { S3Client } from '@aws-sdk/client-s3';
import { createWriteStream } from 'node:fs';
import { addAbortSignal, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PerceptError, type ErrorCode } from '../../kernel';
import { createClient, type S3Settings } from './s3-client';
import { toS3Url, type S3Location } from './s3-url';

/** The fields of the SDK's errors that are used here. */
interface SdkError extends Error {
  code?: string;
  $metadata?: { httpStatusCode?: number; attempts?: number };
}

const ADVICE = 'Check AWS_ENDPOINT_URL_S3, AWS_REGION and the network';

/** An object of a listing. */
export interface ListedObject extends S3Location {
  /** Bytes. */
  size: number;
  modified: Date;
  /** Changes with the content; written without HTTP's quotes. */
  etag: string;
}

interface ReadOptions {
  /** Fails with CONFLICT unless the object still has this ETag. */
  etag?: string;
  /** More bytes fail with PAYLOAD_TOO_LARGE. */
  maxBytes?: number;
  signal?: AbortSignal;
}

/** A broken download is resumed this many times in a row. */
const MAX_RESUMES = 4;
const PART_BYTES = 8 * 1024 * 1024;
const MAX_DELETED_AT_ONCE = 1_000;

/**
 * Objects of an S3-compatible service. The first request loads the SDK. Every method throws a PerceptError: NOT_FOUND, FORBIDDEN,
 * CONFLICT, or MEDIA_FETCH_FAILED for faults that may pass.
 */
export class ObjectStorage {
  private opened?: Promise<S3Client>;

  constructor(private readonly settings: S3Settings = {}) {}

  /** Lists the objects whose keys begin with `key`, ordered by key, a page at a time. @param flat leaves out deeper folders. */
  async *list(at: S3Location, { flat = false, limit }: { flat?: boolean; limit?: number } = {}): AsyncGenerator<ListedObject[]> {
    const { ListObjectsV2Command } = await import('@aws-sdk/client-s3');
    let after: string | undefined;
    do {
      const query = {
        Bucket: at.bucket,
        Prefix: at.key,
        Delimiter: flat ? '/' : undefined,
        MaxKeys: limit,
        ContinuationToken: after,
      };
      const page = await this.request(at, (client) => client.send(new ListObjectsV2Command(query)));
      yield (page.Contents ?? []).map(({ Key = '', Size = 0, LastModified, ETag }) => {
        return { bucket: at.bucket, key: Key, size: Size, modified: LastModified ?? new Date(0), etag: unquoted(ETag) };
      });
      after = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (after !== undefined);
  }

  /** Reads the properties of an object without its bytes. */
  async head(at: S3Location): Promise<ListedObject> {
    const { HeadObjectCommand } = await import('@aws-sdk/client-s3');
    const found = await this.request(at, (client) => client.send(new HeadObjectCommand({ Bucket: at.bucket, Key: at.key })));
    return { ...at, size: found.ContentLength ?? 0, modified: found.LastModified ?? new Date(0), etag: unquoted(found.ETag) };
  }

  /** Streams an object. All bytes are of the same version, even if the connection breaks. */
  async *read(at: S3Location, { etag, maxBytes = Infinity, signal }: ReadOptions = {}): AsyncGenerator<Buffer> {
    let known = etag;
    let position = 0;
    for (let resumes = 0; ; resumes++) {
      try {
        const opened = await this.open(at, { etag: known, position, signal });
        known = opened.etag;
        // The SDK obeys the signal only until the answer begins.
        if (signal) addAbortSignal(signal, opened.body);
        if (position + opened.size > maxBytes) {
          opened.body.destroy();
          throw tooLarge(at, maxBytes);
        }
        for await (const chunk of opened.body as AsyncIterable<Buffer>) {
          position += chunk.length;
          resumes = 0;
          if (position > maxBytes) throw tooLarge(at, maxBytes);
          yield chunk;
        }
        if (opened.size > 0 && position < opened.end) throw new Error('the connection ended early');
        return;
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof PerceptError) throw error;
        if (resumes >= MAX_RESUMES) throw toStorageError(error, toS3Url(at));
      }
    }
  }

  async readBytes(at: S3Location, options: ReadOptions = {}): Promise<Uint8Array> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.read(at, options)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  async download(at: S3Location, path: string, options: ReadOptions = {}): Promise<void> {
    await pipeline(this.read(at, options), createWriteStream(path));
  }

  /** Writes an object in parts. It appears complete or not at all; until then the previous object stays. */
  async write(at: S3Location, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const { Upload } = await import('@aws-sdk/lib-storage');
    // Errors of `bytes` itself are passed on to the caller unchanged.
    let broken: { error: unknown } | undefined;
    const source = async function* (): AsyncGenerator<Uint8Array> {
      try {
        yield* bytes;
      } catch (error) {
        broken = { error };
        throw error;
      }
    };
    await this.request(at, async (client) => {
      const params = { Bucket: at.bucket, Key: at.key, Body: Readable.from(source(), { objectMode: false }) };
      await new Upload({ client, params, partSize: PART_BYTES, queueSize: 2, leavePartsOnError: false }).done();
    }).catch((error: unknown) => {
      throw broken ? broken.error : error;
    });
  }

  /** Removes the objects whose keys begin with `key`. */
  async removeAll(at: S3Location): Promise<void> {
    const { DeleteObjectsCommand } = await import('@aws-sdk/client-s3');
    for await (const page of this.list(at)) {
      for (let from = 0; from < page.length; from += MAX_DELETED_AT_ONCE) {
        const Objects = page.slice(from, from + MAX_DELETED_AT_ONCE).map(({ key }) => ({ Key: key }));
        await this.request(at, (client) =>
          client.send(new DeleteObjectsCommand({ Bucket: at.bucket, Delete: { Objects, Quiet: true } })),
        );
      }
    }
  }

  async close(): Promise<void> {
    (await this.opened?.catch(() => undefined))?.destroy();
  }

  private async open(at: S3Location, { etag, position, signal }: { etag?: string; position: number; signal?: AbortSignal }) {
    const { GetObjectCommand } = await import('@aws-sdk/client-s3');
    const Range = position > 0 ? `bytes=${position}-` : undefined;
    const query = new GetObjectCommand({ Bucket: at.bucket, Key: at.key, IfMatch: etag && `"${etag}"`, Range });
    const answer = await this.request(at, (client) => client.send(query, { abortSignal: signal }), signal);
    const found = unquoted(answer.ETag);
    const body = answer.Body as Readable;
    // Not every service supports If-Match.
    if (etag !== undefined && found !== etag) {
      body.destroy();
      throw toStorageError(Object.assign(new Error('replaced'), { $metadata: { httpStatusCode: 412 } }), toS3Url(at));
    }
    const size = answer.ContentLength ?? 0;
    return { etag: found, size, end: position + size, body };
  }

  private async request<T>(at: S3Location, work: (client: S3Client) => Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      this.opened ??= createClient(this.settings);
      return await work(await this.opened);
    } catch (error) {
      signal?.throwIfAborted();
      throw toStorageError(error, toS3Url(at));
    }
  }
}

const unquoted = (etag = ''): string => etag.replace(/^(W\/)?"|"$/g, '');

function tooLarge(at: S3Location, maxBytes: number): PerceptError {
  const reason = `${toS3Url(at)} is larger than the limit of ${Math.floor(maxBytes / 1024 / 1024)} MB.`;
  return new PerceptError('PAYLOAD_TOO_LARGE', reason, { details: { field: 'object', reason } });
}

/**
 * Converts an error of a request to the object storage, with the requested address. NOT_FOUND, FORBIDDEN and CONFLICT are final.
 * MEDIA_FETCH_FAILED may be temporary, although the SDK has tried several times.
 */
function toStorageError(error: unknown, url: string): PerceptError {
  if (error instanceof PerceptError) return error;
  const { name, message, code, $metadata: { httpStatusCode: status, attempts = 1 } = {} } = error as SdkError;
  const fail = (as: ErrorCode, reason: string): PerceptError =>
    new PerceptError(as, `Cannot use ${url}: ${reason}`, {
      cause: error,
      details: { field: 'object', reason: `${url}: ${reason}` },
    });
  const tries = attempts > 1 ? ` after ${attempts} attempts` : '';
  if (name === 'NoSuchBucket') return fail('NOT_FOUND', 'the bucket does not exist. Check its name and AWS_ENDPOINT_URL_S3.');
  if (status === 404) return fail('NOT_FOUND', 'the object does not exist, or was deleted after it was listed.');
  if (status === 412) return fail('CONFLICT', 'the object was replaced after it was listed. Start a new run to use the new one.');
  if (/Credentials/.test(name) || name === 'TokenProviderError') {
    return fail(
      'FORBIDDEN',
      'Percept has no credentials for it. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a profile or role.',
    );
  }
  if (status === 401 || status === 403) {
    return fail('FORBIDDEN', `the storage refuses access (${name}). Check the credentials and the policy of the bucket.`);
  }
  if (status === 503 || status === 429) return fail('MEDIA_FETCH_FAILED', `the storage asks to slow down (${name})${tries}.`);
  if (status !== undefined && status >= 500)
    return fail('MEDIA_FETCH_FAILED', `the storage answers ${status} (${name})${tries}.`);
  if (status !== undefined && status >= 300)
    return fail('INVALID_REQUEST', `the storage answers ${status}: ${name}: ${message}. ${ADVICE}.`);
  return fail('MEDIA_FETCH_FAILED', `the storage cannot be reached${tries} (${code ?? name}: ${message}). ${ADVICE}.`);
}
