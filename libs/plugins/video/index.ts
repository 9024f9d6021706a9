import { definePlugin } from '@percept/sdk';
import { analyzeVideo } from './analyze';

export default definePlugin({ name: 'video', version: '1.0.0', capabilities: [analyzeVideo] });
