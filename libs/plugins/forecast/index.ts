import { definePlugin } from '@percept/sdk';
import { anomalies } from './anomalies/anomalies';
import { backtests } from './backtests/backtests';
import { changepoints } from './changepoints/changepoints';
import { manyAnomalies, manyChangepoints, manyTimeseries } from './many/many';
import { timeseries } from './timeseries';

export default definePlugin({
  name: 'forecast',
  version: '1.0.0',
  capabilities: [timeseries, manyTimeseries, anomalies, manyAnomalies, changepoints, manyChangepoints, backtests],
});
