import type { CapabilityDefinition, PluginDefinition } from '@percept/core';
import forecast from '../libs/plugins/forecast';
import table from '../libs/plugins/table';
import text from '../libs/plugins/text';
import video from '../libs/plugins/video';
import vision from '../libs/plugins/vision';

const plugins: readonly PluginDefinition[] = [vision, video, text, forecast, table];

/** Those of the plugins in the box, by id, in this thread. */
export const capabilities: ReadonlyMap<string, CapabilityDefinition> = new Map(
  plugins.flatMap((plugin) => plugin.capabilities).map((each) => [each.id, each]),
);
