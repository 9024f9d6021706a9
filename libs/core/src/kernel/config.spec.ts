import { Config, ConfigurationError } from './config';

test("the caller's key, which the README tells users to export, is not an unknown setting", () => {
  expect(() => Config.load({ PERCEPT_KEY: 'pk_live_x' })).not.toThrow();
  expect(() => Config.load({ PERCEPT_KEYS: 'x' })).toThrow('PERCEPT_KEYS is not a setting.');
});

test.each([
  ['PERCEPT_RUNS_PER_KEY', 'runs_per_key of PERCEPT_PROJECT_LIMITS'],
  ['PERCEPT_PROJECT_RATE_PER_MINUTE', 'rate_per_minute of PERCEPT_PROJECT_LIMITS'],
  ['PERCEPT_RUN_RESULTS_MB', 'run_results_mb of PERCEPT_PROJECT_LIMITS'],
  ['PERCEPT_MAX_STREAMS', 'streams of PERCEPT_MAX_CONNECTIONS'],
  ['PERCEPT_LOG_REQUESTS', 'requests of PERCEPT_LOG_LEVEL'],
  ['PERCEPT_QUEUE_CALLS', 'calls of PERCEPT_QUEUE_MB'],
  ['PERCEPT_MIN_UPLOAD_KB', 'body_kb of PERCEPT_HEADER_TIMEOUT'],
  ['PERCEPT_LEAST_UPLOAD_KB', 'body_kb of PERCEPT_HEADER_TIMEOUT'],
  ['PERCEPT_CUSTOMER_PAGE_NAME', 'PERCEPT_CUSTOMER_PAGE'],
  ['PERCEPT_CUSTOMER_PAGE_COLOUR', 'colour of PERCEPT_CUSTOMER_PAGE'],
  ['PERCEPT_CUSTOMER_PAGE_FRAMES', 'frames of PERCEPT_CUSTOMER_PAGE'],
  ['PERCEPT_RETENTION_RUNS_DAYS', 'runs of PERCEPT_RETENTION_DAYS'],
  ['PERCEPT_RETENTION_EVENTS_DAYS', 'events of PERCEPT_RETENTION_DAYS'],
  ['PERCEPT_RETENTION_WEBHOOKS_DAYS', 'webhooks of PERCEPT_RETENTION_DAYS'],
  ['PERCEPT_WEBHOOK_RETENTION_DAYS', 'webhooks of PERCEPT_RETENTION_DAYS'],
  ['PERCEPT_RETENTION_ANALYSES_DAYS', 'analyses of PERCEPT_RETENTION_DAYS'],
  ['PERCEPT_RETENTION_UPLOADS_DAYS', 'uploads of PERCEPT_RETENTION_DAYS'],
  ['PERCEPT_RETENTION_TICKS_DAYS', 'ticks of PERCEPT_RETENTION_DAYS'],
  ['PERCEPT_TICK_RETENTION_DAYS', 'ticks of PERCEPT_RETENTION_DAYS'],
  ['PERCEPT_RETENTION_USAGE_DAYS', 'usage of PERCEPT_RETENTION_DAYS'],
  ['PERCEPT_RETENTION_AUDIT_DAYS', 'audit of PERCEPT_RETENTION_DAYS'],
  ['PERCEPT_RETENTION_LOGS_DAYS', 'logs of PERCEPT_RETENTION_DAYS'],
  ['PERCEPT_UPLOADS_MB', 'uploads_mb of PERCEPT_PROJECT_LIMITS'],
  ['PERCEPT_ANALYSES_MB', 'analyses_mb of PERCEPT_PROJECT_LIMITS'],
  ['PERCEPT_PROJECT_MODELS_MB', 'models_mb of PERCEPT_PROJECT_LIMITS'],
  ['PERCEPT_VIDEO_TIMEOUT', 'video of PERCEPT_CALL_TIMEOUT'],
  ['PERCEPT_MAX_PIXELS', 'PERCEPT_MAX_SIDE'],
])('%s of earlier versions is refused with what to set', (name, place) => {
  expect(() => Config.load({ [name]: '1' })).toThrow(`${name} is not a setting. Set ${place}.`);
});

test('what one setting says of two things is read as both', () => {
  const set = { PERCEPT_MAX_CONNECTIONS: '900,streams=7', PERCEPT_LOG_LEVEL: 'warn,requests=debug' };
  const config = Config.load({ ...set, PERCEPT_PROJECT_LIMITS: 'runs_per_key=2,run_results_mb=1,rate_per_minute=9' });
  expect([config.maxConnections, config.logLevel, config.logsRequests]).toEqual([{ all: 900, streams: 7 }, 'warn', false]);
  expect(config.projectLimits).toMatchObject({ runs_per_key: 2, run_results_mb: 1, rate_per_minute: 9, keys: 1_000 });
  const { maxConnections, logLevel, logsRequests, projectLimits } = Config.load({});
  expect([maxConnections, logLevel, logsRequests]).toEqual([{ all: 5_000, streams: 256 }, 'info', true]);
  expect(projectLimits).toMatchObject({ runs_per_key: 0, run_results_mb: 500, rate_per_minute: 6_000 });
});

test('a queue, slow clients and the page for customers have a setting each', () => {
  const read = (set: Record<string, string>) => {
    const { queue, headerTimeoutMs, minUploadRate, customerPage } = Config.load(set);
    return { calls: queue.calls, megabytes: queue.bytes / 2 ** 20, headerTimeoutMs, minUploadRate, ...customerPage };
  };
  const defaults = { calls: 128, megabytes: 256, headerTimeoutMs: 15_000, minUploadRate: 4_096 };
  expect(read({})).toEqual({ ...defaults, name: 'Percept', colour: '#364fc7', frames: [] });
  const slow = { PERCEPT_QUEUE_MB: '24', PERCEPT_HEADER_TIMEOUT: '1m,body_kb=16', PERCEPT_CUSTOMER_PAGE: 'Lens, Inc.' };
  expect(read(slow)).toMatchObject({ calls: 128, megabytes: 24, headerTimeoutMs: 60_000, minUploadRate: 16_384 });
  expect(read(slow)).toMatchObject({ name: 'Lens, Inc.', colour: '#364fc7' });
  const page = 'Lens & Co,colour=#0b7285,frames=https://app.example.com https://*.example.org:8443';
  expect(read({ PERCEPT_QUEUE_MB: '24,calls=7', PERCEPT_CUSTOMER_PAGE: page })).toMatchObject({
    ...{ calls: 7, megabytes: 24, name: 'Lens & Co', colour: '#0b7285' },
    frames: ['https://app.example.com', 'https://*.example.org:8443'],
  });
  for (const wrong of ['A,colour=blue', 'A,frames=app.example.com', 'x'.repeat(61), ',colour=#0b7285'])
    expect(() => read({ PERCEPT_CUSTOMER_PAGE: wrong })).toThrow(/a name of at most 60 characters/);
});

test.each([
  ['PERCEPT_CALL_TIMEOUT', '0s', 'a duration above zero such as 30s or 2m, with that of a video after a comma: 30s,video=1h'],
  ['PERCEPT_CALL_TIMEOUT', '30', 'a duration above zero such as 30s or 2m, with that of a video after a comma: 30s,video=1h'],
  ['PERCEPT_MAX_CONNECTIONS', '5', 'a whole number of at least 10, with that of event streams after a comma: 5000,streams=500'],
  ['PERCEPT_PRELOAD', 'detect;classify', '`all`, or ids such as vision.detect,text.sentiment'],
  ['PERCEPT_MODEL_IDLE', '0m', 'empty, or a duration above zero such as 30m or 2h'],
  ['PERCEPT_WEBHOOK_WAITS', '1s,2s', 'four durations such as 5s,5m,30m,2h'],
  ['PERCEPT_WEBHOOK_WAITS', '1s,2s,0.0s,4s', 'four durations such as 5s,5m,30m,2h'],
])('%s=%s is refused with what it must be', (name, value, sentence) => {
  expect(() => Config.load({ [name]: value })).toThrow(`${name} is '${value}', but it must be ${sentence}.`);
});

test.each([
  ['PERCEPT_WORKERS', 'zwei', 'a whole number between 0 and 256'],
  ['PERCEPT_WORKERS', '-1', 'a whole number between 0 and 256'],
  ['PERCEPT_EXIF_GPS', 'maybe', 'true or false'],
  ['PERCEPT_AUTH', 'none', 'one of on, off'],
])('%s=%s is refused with one sentence', (name, value, sentence) => {
  expect(() => Config.load({ [name]: value })).toThrow(
    new ConfigurationError(`${name} is '${value}', but it must be ${sentence}.`),
  );
});

test('a boolean is taken in any case', () => {
  const read = (value: string) => Config.load({ PERCEPT_EXIF_GPS: value }).PERCEPT_EXIF_GPS;
  expect(['True', 'TRUE', 'on', 'Yes', '1'].map(read)).toEqual([true, true, true, true, true]);
  expect(['False', 'OFF', 'no', '0'].map(read)).toEqual([false, false, false, false]);
});

test('durations are taken in every unit', () => {
  const config = Config.load({ PERCEPT_CALL_TIMEOUT: '0.5s', PERCEPT_WEBHOOK_WAITS: '10ms,20s,3m,4h' });
  expect([config.callTimeoutMs, config.webhookWaitsMs]).toEqual([500, [10, 20_000, 180_000, 14_400_000]]);
});

test('what is preloaded is nothing, everything or a list, and how long models stay is unlimited or a duration', () => {
  expect([Config.load({}).preload, Config.load({}).modelIdleMs]).toEqual([[], undefined]);
  const config = Config.load({ PERCEPT_PRELOAD: 'vision.detect, text.sentiment', PERCEPT_MODEL_IDLE: '30m' });
  expect([config.preload, config.modelIdleMs]).toEqual([['vision.detect', 'text.sentiment'], 1_800_000]);
  expect(Config.load({ PERCEPT_PRELOAD: 'all' }).preload).toBe('all');
});

test('an invalid key is rejected without being shown', () => {
  const load = (key: string) => () => Config.load({ PERCEPT_WEBHOOK_KEY: key });
  expect(load('c2hvcnQ=')).toThrow("PERCEPT_WEBHOOK_KEY is '…', but it must be the Base64 of 32 bytes");
  expect(load(Buffer.alloc(32).toString('base64'))).not.toThrow();
});

test('an invalid database address is rejected without its password', () => {
  const message = (url: string) => {
    try {
      return Config.load({ PERCEPT_DATABASE_URL: url }).PERCEPT_DATABASE_URL;
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(message('mysql://percept:hidden@host/db')).toMatch(
    "PERCEPT_DATABASE_URL is 'mysql://percept:…@host/db', but it must be an address such as postgres://",
  );
  expect(message('postgres://percept:hidden@host')).not.toMatch('hidden');
  expect(Config.load({ PERCEPT_DATABASE_URL: 'postgres://a:b@c/d' }).PERCEPT_DATABASE_URL).toBe('postgres://a:b@c/d');
});

test('days of single kinds come after those of all', () => {
  const days = (text?: string) => {
    const { retentionMs } = Config.load(text === undefined ? {} : { PERCEPT_RETENTION_DAYS: text });
    return Object.fromEntries(Object.entries(retentionMs).map(([kind, ms]) => [kind, ms / 86_400_000]));
  };
  expect(days()).toMatchObject({ runs: 30, audit: 30, analyses: 7, usage: 400, logs: 7 });
  expect(days('90,logs=14,audit=365')).toMatchObject({ runs: 90, ticks: 90, analyses: 7, usage: 400, logs: 14, audit: 365 });
  for (const wrong of ['0', '30,', '30,days=3', 'audit=3', '30,audit=0', '30, audit=5'])
    expect(() => days(wrong)).toThrow(/PERCEPT_RETENTION_DAYS is '.*', but it must be days, with exceptions/);
});

test('the time limit of a video comes after that of a call', () => {
  const limits = (text?: string) => {
    const config = Config.load({ PERCEPT_CALL_TIMEOUT: text });
    return [config.callTimeoutMs, config.videoTimeoutMs];
  };
  expect(limits()).toEqual([30_000, 1_800_000]);
  expect(limits('2m')).toEqual([120_000, 1_800_000]);
  expect(limits('10s,video=1h')).toEqual([10_000, 3_600_000]);
  expect(() => limits('10s,1h')).toThrow(/30s,video=1h/);
});
