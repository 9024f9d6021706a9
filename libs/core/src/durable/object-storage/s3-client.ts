import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';

export interface S3Settings {
  /** Address of an S3-compatible service such as MinIO; undefined: AWS. */
  endpoint?: string;
  /** How often a request is tried before it fails. */
  attempts?: number;
}

const ATTEMPTS = 5;
const REGION_OF_OTHERS = 'us-east-1';
const CONNECT_LIMIT_MS = 5_000;
/** A request that receives no byte for this long is tried again. */
const SILENCE_LIMIT_MS = 30_000;
const MAX_CONNECTIONS = 64;

/** Credentials, region and profile come from the SDK's own chain: environment, files, container or machine role. */
export async function createClient({ endpoint, attempts = ATTEMPTS }: S3Settings): Promise<S3Client> {
  const sdk = await import('@aws-sdk/client-s3');
  const settings: S3ClientConfig = {
    maxAttempts: attempts,
    // Services other than AWS do not know checksum trailers, and most do not support the bucket in the host name.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_LIMIT_MS,
      socketTimeout: SILENCE_LIMIT_MS,
      httpAgent: { maxSockets: MAX_CONNECTIONS, keepAlive: true },
      httpsAgent: { maxSockets: MAX_CONNECTIONS, keepAlive: true },
    },
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
  };
  const client = new sdk.S3Client(settings);
  if (!endpoint) return client;
  const hasRegion = await client.config.region().then(Boolean, () => false);
  return hasRegion ? client : new sdk.S3Client({ ...settings, region: REGION_OF_OTHERS });
}
