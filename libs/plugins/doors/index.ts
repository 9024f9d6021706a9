import { definePlugin } from '@percept/sdk';
import { aws } from './aws/aws';
import { azure } from './azure/azure';
import { deepstack } from './deepstack/deepstack';
import { google } from './google/google';
import { openai } from './openai/openai';

/** Interfaces of other services, translated to our capabilities and back. A door has no logic of its own. */
export default definePlugin({ name: 'doors', version: '1.0.0', doors: [aws, azure, deepstack, google, openai] });
