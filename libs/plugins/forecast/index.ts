import { definePlugin } from '@percept/core';
import { timeseries } from './timeseries';

export default definePlugin({ name: 'forecast', version: '1.0.0', capabilities: [timeseries] });
