import { definePlugin } from '@percept/sdk';
import { analyze } from './analyze/analyze';
import { classify } from './classify';
import { detect } from './detect/detect';

export default definePlugin({ name: 'vision', version: '1.0.0', capabilities: [classify, detect, analyze] });
