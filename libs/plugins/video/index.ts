import { definePlugin } from '@percept/core';
import { analyzeVideo } from './analyze';

export default definePlugin({ name: 'video', version: '1.0.0', capabilities: [analyzeVideo] });
