// Prints the folder with `node` and `npm` of a version that we support, from npm's registry: node test/bare/node.mjs [VERSION].
import { join } from 'node:path';
import process from 'node:process';
import { DEFAULT_NODE } from './machines.mjs';
import { nodeLayer } from './parts.mjs';

process.stdout.write(`${join(nodeLayer(process.argv[2] ?? DEFAULT_NODE), 'opt/node/bin')}\n`);
