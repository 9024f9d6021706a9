import { definePlugin } from '@percept/sdk';
import { aggregate } from './aggregate';
import { join } from './join';
import { sort } from './sort';

export default definePlugin({ name: 'table', version: '1.0.0', capabilities: [aggregate, join, sort] });
