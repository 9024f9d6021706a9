import { definePlugin } from '@percept/core';
import { sentiment } from './sentiment';

export default definePlugin({ name: 'text', version: '1.0.0', capabilities: [sentiment] });
