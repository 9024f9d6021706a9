import type { Events } from '../events';
import { Secrets, type Clock } from '../kernel';
import type { PluginHost } from '../plugins';
import type { Queue } from '../queue';
import type { Store } from '../store';
import { Pipelines } from './pipelines';
export interface PipelinesOptions {
    store: Store;
    queue: Queue;
    events: Events;
    host: PluginHost;
    /** Runs over HTTP write below `<dataDir>/runs/<run id>/`. */
    dataDir: string;
    /** Folder of the pipelines that are served. */
    pipelinesDir: string;
    clock?: Clock;
    /** What `${{ secrets.NAME }}` may name; none when absent. */
    secrets?: Secrets;
    /** Stands for the installed models: a result that others gave is not taken from the cache. */
    modelsDigest?: () => string;
    /** Runs that one process executes at a time; they share the workers. */
    runsAtOnce?: number;
    /** How long `close` waits for the calls that are under way. */
    drainMs?: number;
}
/** The pipeline core over a store, a queue and a plugin host. */
export declare function createPipelines(options: PipelinesOptions): Pipelines;
