import 'reflect-metadata';
import {
  getMetadataStorage,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Matches,
  Max,
  Min,
  MinLength,
  type ValidationError,
  validateSync,
} from 'class-validator';
import { addressRanges, AreAddressRanges, type AddressRange } from './net/address-ranges';
import { join } from 'node:path';
import { booleanFrom } from './boolean';
import { parseDuration } from './duration';
import { suggest } from './nearest';
import { LIMIT_NAMES, PROJECT_LIMITS, readProjectLimits } from './project-limits';
import { KEPT, RETENTION_DAYS, readRetentionDays, type Kept } from './retention-days';
import { SECRET } from './secrets';
import { planWorkers, type WorkerPlan } from './workers';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
const REQUEST_LOGS = ['all', 'errors', 'off', 'all,bodies', 'errors,bodies'] as const;

/** What callers of a service set for themselves, such as the key that the README has: no settings of the service. */
const CALLERS_OWN = ['PERCEPT_KEY', 'PERCEPT_PROFILE', 'PERCEPT_URL'];

const DURATION = String.raw`(?=[\d.]*[1-9])\d+(\.\d+)?(ms|s|m|h)`;
/** What a policy of a page takes as an origin, such as `https://*.example.com`. */
const ORIGIN = String.raw`https?://(?:\*\.)?[A-Za-z0-9.-]+(?::\d{1,5})?`;
const CUSTOMER_PAGE = new RegExp(
  `^((?:(?!,(?:colour|frames)=).){1,60})(?:,colour=(#[0-9a-fA-F]{6}))?(?:,frames=(${ORIGIN}(?: +${ORIGIN})*))?$`,
);
const MEGABYTE = 1024 * 1024;
const LOOPBACK = ['127.0.0.1', 'localhost', '::1'];

/** Everything that can be set from outside. Read once at the start; nothing else reads the environment. */
export class Config {
  /** Port that the service listens on. */
  @IsInt() @Min(0) @Max(65_535) PORT = 3000;
  /** Address that the service listens on. */
  @IsString() @MinLength(1) PERCEPT_HOST = '127.0.0.1';
  /** Folder of the database, prepared models and results. */
  @IsString() @MinLength(1) PERCEPT_DATA_DIR = './data';
  /** `postgres://user:password@host:5432/database` instead of a SQLite file in the data folder; needed for several machines. */
  @Matches(/^$|^postgres(ql)?:\/\/[^/\s]*\/\S+$/, {
    message: 'it must be an address such as postgres://user:password@host:5432/percept',
  })
  PERCEPT_DATABASE_URL = '';
  /** `redis://host:6379` lets the queue notify other processes at once; without it they poll once a second. */
  @Matches(/^$|^rediss?:\/\/\S+$/, { message: 'it must be an address such as redis://host:6379' })
  PERCEPT_REDIS_URL = '';
  /** Folder of what can be made again, such as converted models; empty: `cache` in the data folder. */
  @IsString() PERCEPT_CACHE_DIR = '';
  /** Folder of the pipelines that are served; empty: `./pipelines`, or if there is none, those that come with Percept. */
  @IsString() PERCEPT_PIPELINES_DIR = '';
  /** Folder of your own models, a folder each; empty: `models` in the data folder. */
  @IsString() PERCEPT_MODELS_DIR = '';
  /** Models that answer if a request names none: `task=name`, separated by commas, such as object-detection=yolox-nano. */
  @Matches(/^([a-z-]+=[^,=]+(,[a-z-]+=[^,=]+)*)?$/, { message: 'it must be pairs such as object-detection=yolox-nano' })
  PERCEPT_DEFAULT_MODELS = '';
  /** Where `models pull` reads instead of the net: a folder, or an http or file address. */
  @IsString() PERCEPT_MODELS_MIRROR = '';
  /** Plugins by package name or folder, separated by commas; those with options are named in the file below. */
  @IsString() PERCEPT_PLUGINS = '';
  /** File that names plugins with their options; it need not be there. */
  @IsString() @MinLength(1) PERCEPT_CONFIG_FILE = './percept.yaml';
  /** File with a line NAME=value for each secret that pipelines may use, beside those of PERCEPT_SECRET_NAME. */
  @IsString() PERCEPT_SECRETS_FILE = '';
  /** Folders, separated by commas, that pipelines started over HTTP may read, and that must exist; empty: `files` in the data folder, and Percept's examples. */
  @IsString() PERCEPT_DATA_ROOTS = '';
  /** Buckets, separated by commas, that pipelines started over HTTP and triggers may use, each with a prefix if you like: `photos,archive/2026`; empty: none. */
  @Matches(/^$|^[a-z0-9][^,\s]*(,[a-z0-9][^,\s]*)*$/, { message: 'it must be buckets such as photos,archive/2026' })
  PERCEPT_S3_BUCKETS = '';
  /** Where uploads, and the files that runs write, are kept instead of in the data folder, so that machines need no shared folder: `s3://bucket/prefix`. */
  @Matches(/^$|^s3:\/\/[a-z0-9][a-z0-9.-]+(\/\S*)?$/, { message: 'it must be a bucket with a prefix such as s3://percept/files' })
  PERCEPT_STORAGE_URL = '';
  /** Address of a service that speaks S3, such as http://minio:9000; empty: AWS. Credentials and region come from the SDK's own settings. */
  @Matches(/^$|^https?:\/\/\S+$/, { message: 'it must be an address such as http://minio:9000' })
  AWS_ENDPOINT_URL_S3 = '';
  /** Whether requests need an API key: `on` or `off` (off only on a loopback address). */
  @IsIn(['on', 'off']) PERCEPT_AUTH: 'on' | 'off' = 'on';
  /** Requests that one key may send in a minute. */
  @IsInt() @Min(1) @Max(1_000_000) PERCEPT_RATE_PER_MINUTE = 600;
  /**
   * Interfaces of other services that Percept answers, such as `aws,google,mcp`. `all` includes those of plugins; `none` leaves
   * only Percept's own.
   */
  @Matches(/^(all|none|[a-z][a-z0-9_]*(,[a-z][a-z0-9_]*)*)$/, {
    message: "it must be 'all', 'none', or names such as aws,google",
  })
  PERCEPT_COMPAT = 'all';
  /** Web origins, separated by commas, whose pages may call the API with a key; empty: none, `*`: all. */
  @IsString() PERCEPT_CORS_ORIGINS = '';
  /** Who offers the page for customers (`/customer`): its heading. After commas its colour, and the web origins, with spaces between them, whose pages may show it in a frame: `Lens & Co,colour=#0b7285,frames=https://app.example.com https://*.example.com`. */
  @Matches(CUSTOMER_PAGE, {
    message:
      'it must be a name of at most 60 characters, with a colour and origins after commas: Lens & Co,colour=#0b7285,frames=https://app.example.com',
  })
  PERCEPT_CUSTOMER_PAGE = 'Percept';
  /** Addresses or networks of proxies, separated by commas, whose X-Forwarded-For is believed. */
  @IsString() PERCEPT_TRUSTED_PROXIES = '';
  /** Least severe log line that is printed: `debug`, `info`, `warn`, `error` or `silent`. Each request is a line at level info; with `info,requests=debug` only at level debug. */
  @Matches(new RegExp(`^(${LOG_LEVELS.join('|')})(,requests=(debug|info))?$`), {
    message: `it must be one of ${LOG_LEVELS.join(', ')}, with the level of requests after a comma: info,requests=debug`,
  })
  PERCEPT_LOG_LEVEL = 'info';
  /** Requests that are kept for `GET /v2/logs` and the dashboard: `all`, `errors` or `off`; `all,bodies` and `errors,bodies` also keep the JSON that was sent and answered, cut short, without secrets and media. */
  @IsIn(REQUEST_LOGS) PERCEPT_REQUEST_LOG: (typeof REQUEST_LOGS)[number] = 'all';
  /** Worker threads for decoding and inference; 0: one for each core, as far as the memory has room. */
  @IsInt() @Min(0) @Max(256) PERCEPT_WORKERS = 0;
  /** Capabilities that are set up before the service is ready, separated by commas, or `all`; the others when they are first called. */
  @Matches(/^(all|[\w.-]+(, *[\w.-]+)*)?$/, { message: 'it must be `all`, or ids such as vision.detect,text.sentiment' })
  PERCEPT_PRELOAD = '';
  /** Time after which a model that nobody calls leaves the memory, such as 30m; empty: never. Preloaded models stay. */
  @Matches(new RegExp(`^(${DURATION})?$`), { message: 'it must be empty, or a duration above zero such as 30m or 2h' })
  PERCEPT_MODEL_IDLE = '';
  /** Texts in CSV outputs that a spreadsheet would take for formulas: `escape` (with a quotation mark in front) or `keep`. */
  @IsIn(['escape', 'keep']) PERCEPT_CSV_FORMULAS: 'escape' | 'keep' = 'escape';
  /** Megabytes that large bodies may take in memory at once; those beyond it are read when there is room, or answered with 503. After a comma how many calls may wait for a worker, 128 without; more are answered with 503: `256,calls=500`. */
  @Matches(/^[1-9]\d{0,4}(,calls=[1-9]\d{0,4})?$/, {
    message: 'it must be megabytes, with the number of calls that may wait after a comma: 256,calls=500',
  })
  PERCEPT_QUEUE_MB = '256';
  /** What one project may have at most, as pairs; without: `keys=1000,pipelines=500,triggers=100,uploads=100000,webhooks=50,secrets=100,models=100,collections=100,entries=1000000`, and in megabytes on disk `uploads_mb=2000,models_mb=500,analyses_mb=2000` (analyses that wait). More are answered with 409 or 429. At once: `rate_per_minute=6000` requests in a minute from all of its keys, counted in each process and never less than one key may send; `run_results_mb=500` megabytes that the results of one run take, in the database and in files (an item whose result has no room fails); `runs_per_key=0` runs of one key under way (the others wait; 0: any number). */
  @Matches(PROJECT_LIMITS, { message: `it must be pairs such as keys=1000,pipelines=500, of ${LIMIT_NAMES.join(', ')}` })
  PERCEPT_PROJECT_LIMITS = '';
  /** Connections to the service at once; more are closed at once. After a comma how many of them may be event streams (Server-Sent Events), which projects share, 256 without: `5000,streams=500`. */
  @Matches(/^[1-9]\d{1,5}(,streams=[1-9]\d{0,4})?$/, {
    message: 'it must be a whole number of at least 10, with that of event streams after a comma: 5000,streams=500',
  })
  PERCEPT_MAX_CONNECTIONS = '5000';
  /** Longest time for the headers of a request to arrive. After a comma the kilobytes a second at which its body must arrive, 4 without; below that for ten seconds, the connection is closed with 408: `15s,body_kb=16`. */
  @Matches(new RegExp(`^${DURATION}(,body_kb=[1-9]\\d{0,3})?$`), {
    message: 'it must be a duration above zero such as 15s or 1m, with the rate of a body after a comma: 15s,body_kb=16',
  })
  PERCEPT_HEADER_TIMEOUT = '15s';
  /**
   * Longest time for one call. A request's time includes its wait; a pipeline step's time starts when a worker begins it. Videos
   * have a limit of their own after a comma, 30 minutes by default: `30s,video=1h`.
   */
  @Matches(new RegExp(`^${DURATION}(,video=${DURATION})?$`), {
    message: 'it must be a duration above zero such as 30s or 2m, with that of a video after a comma: 30s,video=1h',
  })
  PERCEPT_CALL_TIMEOUT = '30s';
  /** Largest image or video in megabytes of encoded media. */
  @IsInt() @Min(1) @Max(2_000) PERCEPT_MAX_MEDIA_MB = 50;
  /** Largest width and height of an image or a video, in pixels. There is no other limit on size. */
  @IsInt() @Min(1) PERCEPT_MAX_SIDE = 4096;
  /** Blocks of private addresses, separated by commas, that the URL of an image or video may lead to: `10.1.0.0/16`; empty: none. */
  @AreAddressRanges() PERCEPT_FETCH_ALLOW = '';
  /** DNS servers, separated by commas, that the names in URLs and webhooks are resolved with: `10.0.0.2,10.0.0.3:5353`; empty: those of the system. */
  @Matches(/^$|^[\da-f.:[\]]+(,[\da-f.:[\]]+)*$/i, { message: 'it must be addresses such as 10.0.0.2,10.0.0.3:5353' })
  PERCEPT_DNS_SERVERS = '';
  /** Path of ffmpeg; empty: the one on the PATH, else the one that came with npm. */
  @IsString() FFMPEG_PATH = '';
  /** Whether the metadata of an image may tell where it was taken (GPS). */
  @IsBoolean() PERCEPT_EXIF_GPS = false;
  /** Whether people may be named by their faces (`vision.recognize`): `on` or `off`. Most laws ask for their consent. */
  @IsIn(['on', 'off']) PERCEPT_FACE_RECOGNITION: 'on' | 'off' = 'off';
  /** Waits between the five attempts of a webhook delivery, separated by commas. */
  @Matches(new RegExp(`^${DURATION}(,${DURATION}){3}$`), { message: 'it must be four durations such as 5s,5m,30m,2h' })
  PERCEPT_WEBHOOK_WAITS = '5s,5m,30m,2h';
  /**
   * Days for which ended work and old records are kept. After commas, single kinds may have other days: runs, events, webhooks,
   * analyses, uploads, ticks, usage, audit, logs. By default: `analyses=7,usage=400,logs=7`.
   */
  @Matches(RETENTION_DAYS, {
    message: `it must be days, with exceptions after commas such as 30,audit=365, of ${KEPT.join(', ')}`,
  })
  PERCEPT_RETENTION_DAYS = '30';
  /**
   * Megabytes that a project may keep of each kind: runs with their items and files, cached results, events, webhook deliveries,
   * analyses, the audit log, the request log, the usage report. Beyond that, the oldest records are removed before their days are
   * over. 0: no limit.
   */
  @IsInt() @Min(0) @Max(100_000_000) PERCEPT_RETENTION_MB = 0;
  /** What secrets are encrypted with: Base64 of 32 bytes. After a comma, keys that only decrypt what they encrypted before. Empty: a key file in the data folder, made at the first start. */
  @Matches(/^([A-Za-z0-9+/]{43}=(, *[A-Za-z0-9+/]{43}=)*)?$/, {
    message: 'it must be the Base64 of 32 bytes, such as `openssl rand -base64 32` makes; older keys follow after a comma',
  })
  PERCEPT_WEBHOOK_KEY = '';
  /** Whether webhook URLs may be http on a loopback address (for development). */
  @IsBoolean() PERCEPT_WEBHOOK_ALLOW_LOOPBACK = false;

  /** The first one encrypts. Empty: the key file counts. */
  get webhookKeys(): Buffer[] {
    return this.PERCEPT_WEBHOOK_KEY.split(',')
      .filter((key) => key !== '')
      .map((key) => Buffer.from(key, 'base64'));
  }

  get cacheDir(): string {
    return this.PERCEPT_CACHE_DIR || join(this.PERCEPT_DATA_DIR, 'cache');
  }
  get ownModelsDir(): string {
    return this.PERCEPT_MODELS_DIR || join(this.PERCEPT_DATA_DIR, 'models');
  }
  /** Names of models by task. */
  get defaultModels(): Record<string, string> {
    const pairs = this.PERCEPT_DEFAULT_MODELS.split(',').filter(Boolean);
    return Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]));
  }
  /** How many of each a project may have. */
  get projectLimits(): ReturnType<typeof readProjectLimits> {
    return readProjectLimits(this.PERCEPT_PROJECT_LIMITS);
  }
  get logLevel(): LogLevel {
    return this.PERCEPT_LOG_LEVEL.split(',')[0] as LogLevel;
  }
  /** Whether each request is a line at level info. */
  get logsRequests(): boolean {
    return !this.PERCEPT_LOG_LEVEL.endsWith(',requests=debug');
  }
  get maxConnections(): { all: number; streams: number } {
    const [all, streams = '256'] = this.PERCEPT_MAX_CONNECTIONS.split(',streams=');
    return { all: Number(all), streams: Number(streams) };
  }
  /** What may wait: bytes of large bodies in memory, and calls for a worker. */
  get queue(): { bytes: number; calls: number } {
    const [megabytes, calls = '128'] = this.PERCEPT_QUEUE_MB.split(',calls=');
    return { bytes: Number(megabytes) * MEGABYTE, calls: Number(calls) };
  }
  get fetchAllow(): AddressRange[] {
    return addressRanges(this.PERCEPT_FETCH_ALLOW);
  }
  get workerPlan(): WorkerPlan {
    return planWorkers({ wanted: this.PERCEPT_WORKERS, queueMb: this.queue.bytes / MEGABYTE });
  }
  /** Ids of capabilities, or `all`. */
  get preload(): string[] | 'all' {
    return this.PERCEPT_PRELOAD === 'all' ? 'all' : listOf(this.PERCEPT_PRELOAD);
  }
  /** Undefined: models stay. */
  get modelIdleMs(): number | undefined {
    return parseDuration(this.PERCEPT_MODEL_IDLE);
  }
  get callTimeoutMs(): number {
    return parseDuration(this.PERCEPT_CALL_TIMEOUT.split(',')[0]!)!;
  }
  get headerTimeoutMs(): number {
    return parseDuration(this.PERCEPT_HEADER_TIMEOUT.split(',')[0]!)!;
  }
  /** Bytes a second at which a body must arrive. */
  get minUploadRate(): number {
    return Number(this.PERCEPT_HEADER_TIMEOUT.split(',body_kb=')[1] ?? 4) * 1024;
  }
  get videoTimeoutMs(): number {
    return parseDuration(this.PERCEPT_CALL_TIMEOUT.split(',video=')[1] ?? '30m')!;
  }
  get maxMediaBytes(): number {
    return this.PERCEPT_MAX_MEDIA_MB * MEGABYTE;
  }
  get webhookWaitsMs(): number[] {
    return this.PERCEPT_WEBHOOK_WAITS.split(',').map((wait) => parseDuration(wait)!);
  }
  /** How long each kind is kept. */
  get retentionMs(): Record<Kept, number> {
    const days = readRetentionDays(this.PERCEPT_RETENTION_DAYS);
    return Object.fromEntries(KEPT.map((kind) => [kind, days[kind] * 86_400_000])) as Record<Kept, number>;
  }
  /** The names of the other services' interfaces that Percept answers, each once. */
  get compatDoors(): 'all' | string[] {
    if (this.PERCEPT_COMPAT === 'all') return 'all';
    return [...new Set(listOf(this.PERCEPT_COMPAT))].filter((name) => name !== 'none');
  }
  get dnsServers(): string[] {
    return listOf(this.PERCEPT_DNS_SERVERS);
  }
  get s3Buckets(): string[] {
    return listOf(this.PERCEPT_S3_BUCKETS);
  }
  get corsOrigins(): string[] {
    return listOf(this.PERCEPT_CORS_ORIGINS);
  }
  get customerPage(): { name: string; colour: string; frames: string[] } {
    const [, name = '', colour = '#364fc7', frames = ''] = CUSTOMER_PAGE.exec(this.PERCEPT_CUSTOMER_PAGE)!;
    return { name, colour, frames: frames.split(/ +/).filter(Boolean) };
  }
  get trustedProxies(): string[] {
    return listOf(this.PERCEPT_TRUSTED_PROXIES);
  }
  /** Settings that switch capabilities on: see `optIn` of capabilities. */
  get optedIn(): string[] {
    return this.PERCEPT_FACE_RECOGNITION === 'on' ? ['PERCEPT_FACE_RECOGNITION'] : [];
  }
  /** The tasks of models that no capability uses, because those that would are switched off. */
  get unusedTasks(): string[] {
    return this.PERCEPT_FACE_RECOGNITION === 'on' ? [] : ['face-embedding'];
  }
  get isLoopback(): boolean {
    return LOOPBACK.includes(this.PERCEPT_HOST);
  }

  /**
   * Reads and checks the configuration.
   * @throws ConfigurationError with a sentence for each wrong value: which, what it is, and what it must be.
   */
  static load(environment: Record<string, string | undefined>): Config {
    const defaults = new Config();
    const known = Object.keys(defaults);
    const given = known.filter((name) => environment[name] !== undefined && environment[name] !== '');
    const values = Object.fromEntries(given.map((name) => [name, readValue(environment[name]!, defaults[name as keyof Config])]));
    const config = Object.assign(new Config(), values);
    const problems = validateSync(config).map((error) => {
      const value = error.property === 'PERCEPT_WEBHOOK_KEY' ? '…' : withoutPassword(environment[error.property]!);
      return `${error.property} is '${value}', but ${ruleFor(error)}.`;
    });
    problems.push(...unknownNames(environment, known));
    if (config.PERCEPT_AUTH === 'off' && !config.isLoopback) {
      problems.push(
        `PERCEPT_AUTH is 'off' while PERCEPT_HOST is '${config.PERCEPT_HOST}': without authentication Percept listens on 127.0.0.1 only. Switch authentication on or take the loopback address.`,
      );
    }
    if (problems.length > 0) throw new ConfigurationError(problems.join('\n'));
    return config;
  }
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

/** Wrong settings, a sentence each; the service does not start. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

function readValue(text: string, fallback: unknown): unknown {
  if (typeof fallback === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  return typeof fallback === 'boolean' ? (booleanFrom(text) ?? text) : text;
}

/** What the value of a setting must be: one sentence for all of its checks. */
function ruleFor({ property, constraints = {} }: ValidationError): string {
  const checks = getMetadataStorage().getTargetValidationMetadatas(Config, '', true, false);
  const given = (check: string) =>
    checks.find(({ propertyName, name }) => propertyName === property && name === check)?.constraints as [unknown] | undefined;
  const [min, max] = [given('min'), given('max')];
  if (min)
    return `it must be a whole number ${max ? `between ${String(min[0])} and ${String(max[0])}` : `of at least ${String(min[0])}`}`;
  if ('isBoolean' in constraints) return 'it must be true or false';
  if ('isIn' in constraints) return `it must be one of ${(given('isIn')![0] as string[]).join(', ')}`;
  return Object.values(constraints).join(', ');
}

function withoutPassword(text: string): string {
  return text.replace(/(\w+:\/\/[^:@/]*):[^@]*@/, '$1:…@');
}

/** Where settings of earlier versions went. */
const MOVED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    KEPT.map((kind) => [`PERCEPT_RETENTION_${kind.toUpperCase()}_DAYS`, `${kind} of PERCEPT_RETENTION_DAYS`]),
  ),
  PERCEPT_TICK_RETENTION_DAYS: 'ticks of PERCEPT_RETENTION_DAYS',
  PERCEPT_WEBHOOK_RETENTION_DAYS: 'webhooks of PERCEPT_RETENTION_DAYS',
  PERCEPT_UPLOADS_MB: 'uploads_mb of PERCEPT_PROJECT_LIMITS',
  PERCEPT_ANALYSES_MB: 'analyses_mb of PERCEPT_PROJECT_LIMITS',
  PERCEPT_PROJECT_MODELS_MB: 'models_mb of PERCEPT_PROJECT_LIMITS',
  PERCEPT_VIDEO_TIMEOUT: 'video of PERCEPT_CALL_TIMEOUT',
  PERCEPT_MAX_PIXELS: 'PERCEPT_MAX_SIDE',
  PERCEPT_LEAST_UPLOAD_KB: 'body_kb of PERCEPT_HEADER_TIMEOUT',
  PERCEPT_MIN_UPLOAD_KB: 'body_kb of PERCEPT_HEADER_TIMEOUT',
  PERCEPT_QUEUE_CALLS: 'calls of PERCEPT_QUEUE_MB',
  PERCEPT_CUSTOMER_PAGE_NAME: 'PERCEPT_CUSTOMER_PAGE',
  PERCEPT_CUSTOMER_PAGE_COLOUR: 'colour of PERCEPT_CUSTOMER_PAGE',
  PERCEPT_CUSTOMER_PAGE_FRAMES: 'frames of PERCEPT_CUSTOMER_PAGE',
  PERCEPT_PROJECT_RATE_PER_MINUTE: 'rate_per_minute of PERCEPT_PROJECT_LIMITS',
  PERCEPT_LOG_REQUESTS: 'requests of PERCEPT_LOG_LEVEL',
  PERCEPT_RUNS_PER_KEY: 'runs_per_key of PERCEPT_PROJECT_LIMITS',
  PERCEPT_RUN_RESULTS_MB: 'run_results_mb of PERCEPT_PROJECT_LIMITS',
  PERCEPT_MAX_STREAMS: 'streams of PERCEPT_MAX_CONNECTIONS',
};

/** A mistyped setting would silently do nothing. */
function unknownNames(environment: Record<string, string | undefined>, known: string[]): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith('PERCEPT_') && !SECRET.test(name) && ![...known, ...CALLERS_OWN].includes(name))
    .map((name) => `${name} is not a setting.${MOVED[name] ? ` Set ${MOVED[name]}.` : suggest(name, known)}`);
}
