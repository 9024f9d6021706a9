import { definePlugin } from '@percept/sdk';
import { collectionAdd, collectionSearch } from './collections';
import { trackState } from './track-state';

/** Steps that remember something from run to run. */
export default definePlugin({ name: 'memory', version: '1.0.0', operations: [trackState, collectionAdd, collectionSearch] });
