import { json } from './json';
import { outputFormatContract } from './output-format.contract';

outputFormatContract('json', json, (bytes) => JSON.parse(bytes.toString()) as Record<string, unknown>[]);
