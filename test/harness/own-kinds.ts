import { registerKinds } from '../../libs/core/src/pipelines/kinds';
import files from '../../libs/plugins/files/index';

// Registers what pipelines know from the plugins that come with Percept, as the service does when it starts.
for (const plugin of [files]) registerKinds(plugin, { isOurs: true });
