import { definePlugin } from '@percept/sdk';
import { timeseries } from './timeseries';

export default definePlugin({ name: 'forecast', version: '1.0.0', capabilities: [timeseries] });
