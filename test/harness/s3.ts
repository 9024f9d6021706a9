import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseS3Url } from '../../libs/core/src/durable/object-storage';
import { freePort } from './postgres';
import { toolPath, withoutTool } from './programs';
import { waitFor } from './wait-for';

const PROGRAM = toolPath('s3rver/bin/s3rver.js');

/** Why tests of object storage cannot run here; undefined if they can. */
export const withoutS3 = PROGRAM ? undefined : withoutTool('s3rver');

export function describeS3(name: string, work: () => void): void {
  if (withoutS3) describe.skip(`${name}: ${withoutS3}`, work);
  else describe(name, work);
}

/** What the SDK needs to speak to the server. */
export const S3_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER', AWS_REGION: 'us-east-1' };

/** Answers instead of the server, or lets the request pass with undefined. */
export type Fault = (method: string, path: string) => { status: number; code: string } | 'break' | undefined;

/** An S3 server of our own behind a proxy that counts requests and can make them fail. */
export class PrivateS3 {
  /** Each request as `GET /bucket/key`. */
  readonly requests: string[] = [];
  fault: Fault | undefined;
  /** Breaks the connection of every answer after this many bytes. */
  cutAfter = Infinity;
  /** Answers to these paths stay open after their first bytes. */
  stuck: RegExp | undefined;
  private constructor(
    private readonly folder: string,
    private readonly server: ChildProcess,
    private readonly proxy: Server,
    private readonly port: number,
    /** Address of the proxy. */
    readonly url: string,
  ) {}

  static start(...buckets: string[]): Promise<PrivateS3> {
    return PrivateS3.listenOn('127.0.0.1', ...buckets);
  }

  /** @param listen `0.0.0.0` where other machines connect. */
  static async listenOn(listen: string, ...buckets: string[]): Promise<PrivateS3> {
    const folder = mkdtempSync(join(tmpdir(), 'percept-s3-'));
    const port = await freePort();
    const options = ['-d', folder, '-a', '127.0.0.1', '-p', String(port), '--silent'];
    const made = buckets.flatMap((bucket) => ['--configure-bucket', bucket]);
    // Its tokens for the next page are encrypted with DES, which OpenSSL 3 has in its legacy provider only.
    const flags = ['--openssl-legacy-provider'];
    const server = spawn(process.execPath, [...flags, PROGRAM!, ...options, ...made], { stdio: 'ignore' });
    await waitFor(() => {
      if (server.exitCode !== null) throw new Error('The private S3 server did not start.');
      return fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      );
    });
    const proxy = createServer();
    await new Promise<void>((resolve) => proxy.listen(0, listen, resolve));
    const { port: own } = proxy.address() as { port: number };
    const s3 = new PrivateS3(folder, server, proxy, port, `http://127.0.0.1:${own}`);
    proxy.on('request', (incoming: IncomingMessage, answer: ServerResponse) => s3.pass(incoming, answer));
    return s3;
  }

  /** Settings of a Percept that uses the server. */
  get env(): Record<string, string> {
    return { ...S3_CREDENTIALS, AWS_ENDPOINT_URL_S3: this.url };
  }

  /** Requests so far whose `METHOD /path` matches. */
  count(pattern: RegExp): number {
    return this.requests.filter((each) => pattern.test(each)).length;
  }

  async put(url: string, body: string | Uint8Array): Promise<void> {
    await this.send('PUT', url, body);
  }

  async remove(url: string): Promise<void> {
    await this.send('DELETE', url);
  }

  /** The object's bytes as text; undefined if it does not exist. */
  async text(url: string): Promise<string | undefined> {
    const sdk = await import('@aws-sdk/client-s3');
    const { bucket, key } = parseS3Url(url);
    const client = this.client(sdk);
    try {
      const found = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: key }));
      return await found.Body!.transformToString();
    } catch (error) {
      if ((error as Error).name === 'NoSuchKey') return undefined;
      throw error;
    } finally {
      client.destroy();
    }
  }

  async stop(): Promise<void> {
    this.proxy.closeAllConnections();
    this.proxy.close();
    if (this.server.exitCode === null && this.server.kill('SIGKILL')) await once(this.server, 'exit');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private client(sdk: typeof import('@aws-sdk/client-s3')) {
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_REGION: region } = S3_CREDENTIALS;
    const endpoint = `http://127.0.0.1:${this.port}`;
    return new sdk.S3Client({
      endpoint,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
      requestChecksumCalculation: 'WHEN_REQUIRED',
    });
  }

  private async send(method: 'PUT' | 'DELETE', url: string, Body?: string | Uint8Array): Promise<void> {
    const sdk = await import('@aws-sdk/client-s3');
    const { bucket: Bucket, key: Key } = parseS3Url(url);
    const client = this.client(sdk);
    if (method === 'PUT') await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body }));
    else await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }));
    client.destroy();
  }

  private pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const { method = '', url: path = '' } = incoming;
    this.requests.push(`${method} ${path}`);
    const fault = this.fault?.(method, path);
    if (fault === 'break') return void incoming.socket.destroy();
    if (fault) {
      incoming.resume();
      answer.writeHead(fault.status, { 'content-type': 'application/xml' });
      answer.end(`<?xml version="1.0"?><Error><Code>${fault.code}</Code><Message>on purpose</Message></Error>`);
      return;
    }
    const { port } = this;
    const onward = request({ host: '127.0.0.1', port, method, path, headers: incoming.headers }, (response) => {
      answer.writeHead(response.statusCode!, response.headers);
      if (method === 'GET' && this.stuck?.test(path)) return void response.once('data', (chunk) => answer.write(chunk));
      let sent = 0;
      response.on('data', (chunk: Buffer) => {
        answer.write(chunk.subarray(0, this.cutAfter - sent));
        sent += chunk.length;
        if (sent > this.cutAfter) answer.destroy();
      });
      response.on('end', () => answer.end());
    });
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  }
}
