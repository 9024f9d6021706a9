const ERROR_LINES = 12;

/** The table machine × call, and under it every error. */
export function report(trials, { commit, system, limiter }) {
  const calls = [...new Set(trials.flatMap(({ cells }) => [...cells.keys()]))];
  const errors = [];
  const text = (spec, call, result) => {
    if (!result) return '–';
    if (result.ok) return result.text ?? 'ok';
    errors.push(`[${errors.length + 1}] ${spec.name}, ${call}: ${shortened(result.error)}`);
    return `ERROR [${errors.length}]`;
  };
  const tried = trials.filter(({ skipped }) => !skipped);
  const rows = [
    ['machine', ...calls],
    ...tried.map(({ spec, cells }) => [spec.name, ...calls.map((call) => text(spec, call, cells.get(call)))]),
  ];
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const table = [line(rows[0]), line(widths.map((width) => '-'.repeat(width))), ...rows.slice(1).map(line)];
  const limits =
    system.startsWith('Debian') && trials.some(({ spec }) => spec.memoryMiB)
      ? `; memory limited by ${limiter ?? 'nothing'}, cores by taskset`
      : '';
  const skips = trials.filter(({ skipped }) => skipped).map(({ spec, skipped }) => `Skipped: ${spec.name}: ${skipped}.`);
  if (calls.includes('npm test'))
    for (const { spec } of tried) if (spec.noTests) skips.push(`Skipped: ${spec.name}, npm test: ${spec.noTests}.`);
  const abouts = tried.map(({ spec }) => `${spec.name}: ${spec.about}`);
  return `${['', `Percept ${commit} on bare machines (${system}${limits})`, '', ...table, '', ...abouts, ...skips, '', ...errors].join('\n')}\n`;
}

/** The beginning and the end of what was printed: causes stand at either. */
function shortened(error) {
  const lines = error.split('\n');
  if (lines.length <= ERROR_LINES) return lines.join('\n    ');
  const half = ERROR_LINES / 2;
  return [...lines.slice(0, half), `… ${lines.length - ERROR_LINES} lines …`, ...lines.slice(-half)].join('\n    ');
}
