import { definePlugin } from '@percept/sdk';
import { aggregate } from './aggregate';
import { filter } from './filter';
import { join } from './join';
import { tableMap } from './map';
import { tableRead } from './read/read';
import { tableAnomalies, tableForecast } from './series-rows';
import { sort } from './sort';

export default definePlugin({
  name: 'table',
  version: '1.0.0',
  capabilities: [aggregate, tableAnomalies, filter, tableForecast, join, tableMap, tableRead, sort],
});
