import { registerKinds } from '../../libs/core/src/pipelines/kinds';
import arrivals from '../../libs/plugins/arrivals/index';
import clock from '../../libs/plugins/clock/index';
import files from '../../libs/plugins/files/index';
import http from '../../libs/plugins/http/index';
import memory from '../../libs/plugins/memory/index';

// Registers what pipelines know from the plugins that come with Percept, as the service does when it starts.
for (const plugin of [files, clock, arrivals, http, memory]) registerKinds(plugin, { isOurs: true });
