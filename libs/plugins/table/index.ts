import { definePlugin } from '@percept/sdk';
import { aggregate } from './aggregate';
import { filter } from './filter';
import { join } from './join';
import { map } from './map';
import { read } from './read/read';
import { anomalies, forecast } from './series-rows';
import { sort } from './sort';

export default definePlugin({
  name: 'table',
  version: '1.0.0',
  capabilities: [aggregate, anomalies, filter, forecast, join, map, read, sort],
});
