import type { CapabilityDefinition } from '@percept/sdk';
import documents from '../../libs/plugins/documents/index';
import forecast from '../../libs/plugins/forecast/index';
import table from '../../libs/plugins/table/index';
import text from '../../libs/plugins/text/index';
import video from '../../libs/plugins/video/index';
import vision from '../../libs/plugins/vision/index';
import './own-kinds';

const plugins = [vision, video, text, forecast, documents, table];

/** Those of the plugins in the box, by id, in this thread. */
export const capabilities: ReadonlyMap<string, CapabilityDefinition> = new Map(
  plugins.flatMap((plugin): CapabilityDefinition[] => plugin.capabilities).map((each) => [each.id, each]),
);
