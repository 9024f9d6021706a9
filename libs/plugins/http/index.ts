import { definePlugin } from '@percept/sdk';
import { httpRequest } from './http-request';
import { notify } from './notify';

/** Steps that tell something to others. */
export default definePlugin({ name: 'http', version: '1.0.0', operations: [httpRequest, notify] });
