import { definePlugin } from '@percept/sdk';
import { classifyText } from './classify/classify';
import { embedText } from './embed/embed';
import { entities } from './entities';
import { redactText } from './redact/redact';
import { sentiment } from './sentiment';

export default definePlugin({
  name: 'text',
  version: '1.0.0',
  capabilities: [sentiment, entities, embedText, classifyText, redactText],
});
