import { jsonLines } from './json-lines';
import { outputFormatContract } from './output-format.contract';

outputFormatContract('jsonl', jsonLines, (bytes) => {
  const lines = bytes.toString().split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
});
