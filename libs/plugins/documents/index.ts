import { definePlugin } from '@percept/sdk';
import { fields } from './fields/fields';
import { read } from './read/read';

export default definePlugin({ name: 'document', version: '1.0.0', capabilities: [read, fields] });
