import { definePlugin } from '@percept/core';
import { detect } from './detect';

export default definePlugin({ name: 'vision', version: '1.0.0', capabilities: [detect] });
