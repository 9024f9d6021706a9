import type { Door } from '../../doors';
import type { ModelExtensions } from '../../inference/models';
import type { Operation } from '../operations';
import type { OutputFormat } from '../outputs';
import type { ItemSource } from '../sources';
import type { TriggerSource } from '../trigger-sources';
import type { CapabilityPlugin } from '../../inference/declaration';

/**
 * A plugin: a name, a version and its contents. Capabilities, decoders and tasks of models run in worker threads. Everything else
 * runs in the main thread of the service, with the service's rights and without a separate limit: install such a plugin only if you
 * trust it like the service.
 */
export interface PluginDefinition extends CapabilityPlugin, ModelExtensions {
  /** Sources of `for_each` items, with one keyword each. */
  sources?: readonly ItemSource[];
  /** Kinds of files that a pipeline writes, with one keyword each. */
  outputs?: readonly OutputFormat[];
  /** Steps with effects, by their ids. */
  operations?: readonly Operation[];
  /** Triggers that start runs, with one keyword each. */
  triggers?: readonly TriggerSource[];
  /** Interfaces of other services in front of capabilities, by their names in PERCEPT_COMPAT. */
  doors?: readonly Door[];
}

/** Declares a plugin. Export the result as the default export of the plugin's module. */
export function definePlugin<P extends PluginDefinition>(definition: P): P {
  return definition;
}
