import 'reflect-metadata';
export declare const LOG_LEVELS: readonly ["debug", "info", "warn", "error", "silent"];
export type LogLevel = (typeof LOG_LEVELS)[number];
/** Everything that can be set from outside. Read once at the start; nothing else reads the environment. */
export declare class Config {
    /** Port that the service listens on. */
    PORT: number;
    /** Address that the service listens on. */
    PERCEPT_HOST: string;
    /** Folder of the database, prepared models and results. */
    PERCEPT_DATA_DIR: string;
    /** `postgres://user:password@host:5432/database` instead of a SQLite file in the data folder; needed for several machines. */
    PERCEPT_DATABASE_URL: string;
    /** `redis://host:6379` lets the queue ring other processes at once; without it they look once a second. */
    PERCEPT_REDIS_URL: string;
    /** Folder of what can be made again, such as converted models; empty: `cache` in the data folder. */
    PERCEPT_CACHE_DIR: string;
    /** Folder of the pipelines that are served. */
    PERCEPT_PIPELINES_DIR: string;
    /** Folder of your own models, a folder each; empty: `models` in the data folder. */
    PERCEPT_MODELS_DIR: string;
    /** Models that answer where a request names none: `task=name`, separated by commas, such as object-detection=yolox-nano. */
    PERCEPT_DEFAULT_MODELS: string;
    /** Where `models pull` reads instead of the net: a folder, or an http address. */
    PERCEPT_MODELS_MIRROR: string;
    /** Plugins by package name or folder, separated by commas; those with options are named in the file below. */
    PERCEPT_PLUGINS: string;
    /** File that names plugins with their options; it need not be there. */
    PERCEPT_CONFIG_FILE: string;
    /** File with a line NAME=value for each secret that pipelines may use, beside those of PERCEPT_SECRET_NAME. */
    PERCEPT_SECRETS_FILE: string;
    /** Folders, separated by commas, that pipelines started over HTTP may read from. */
    PERCEPT_DATA_ROOTS: string;
    /** Whether requests need an API key: `on` or `off` (off only on a loopback address). */
    PERCEPT_AUTH: 'on' | 'off';
    /** Requests that one key may send in a minute. */
    PERCEPT_RATE_PER_MINUTE: number;
    /** Web origins, separated by commas, whose pages may call the API with a key; empty: none, `*`: all. */
    PERCEPT_CORS_ORIGINS: string;
    /** Addresses or networks of proxies, separated by commas, whose X-Forwarded-For is believed. */
    PERCEPT_TRUSTED_PROXIES: string;
    /** Least severe log line that is printed. */
    PERCEPT_LOG_LEVEL: LogLevel;
    /** Worker threads for decoding and inference; 0: one for each core that the container may use. */
    PERCEPT_WORKERS: number;
    /** Calls that may wait for a worker; more are answered with 503. */
    PERCEPT_QUEUE_CALLS: number;
    /** Megabytes that large bodies may take in memory at once; those beyond it are read when there is room, or answered with 503. */
    PERCEPT_QUEUE_MB: number;
    /** Longest time for one call, waiting included. */
    PERCEPT_CALL_TIMEOUT: string;
    /** Largest picture or clip in megabytes of encoded media. */
    PERCEPT_MAX_MEDIA_MB: number;
    /** Most pixels (width × height) of a picture. */
    PERCEPT_MAX_PIXELS: number;
    /** Longest side of a picture in pixels. */
    PERCEPT_MAX_SIDE: number;
    /** Whether the metadata of a picture may tell where it was taken (GPS). */
    PERCEPT_EXIF_GPS: boolean;
    /** Waits between the five attempts of a webhook delivery, separated by commas. */
    PERCEPT_WEBHOOK_WAITS: string;
    /** Days that ended webhook deliveries are kept; what is held for a switched-off endpoint for so long is given up. */
    PERCEPT_WEBHOOK_RETENTION_DAYS: number;
    /** Whether webhook URLs may be http on a loopback address (for development). */
    PERCEPT_WEBHOOK_ALLOW_LOOPBACK: boolean;
    get cacheDir(): string;
    get ownModelsDir(): string;
    /** Names of models by task. */
    get defaultModels(): Record<string, string>;
    get workers(): number;
    get callTimeoutMs(): number;
    get maxMediaBytes(): number;
    get webhookWaitsMs(): number[];
    get webhookRetentionMs(): number;
    get dataRoots(): string[];
    get corsOrigins(): string[];
    get trustedProxies(): string[];
    get isLoopback(): boolean;
}
/** Wrong settings, a sentence each; the service does not start. */
export declare class ConfigurationError extends Error {
    name: string;
}
/**
 * Reads and checks the configuration.
 * @throws ConfigurationError with a sentence for each wrong value: which, what it is, and what it must be.
 */
export declare function loadConfig(environment: Record<string, string | undefined>): Config;
/** Secrets for plugins and pipelines, by name: `API_TOKEN` is the value of PERCEPT_SECRET_API_TOKEN. */
export declare function readSecrets(environment: Record<string, string | undefined>): Record<string, string>;
