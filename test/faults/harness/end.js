const { readFileSync, rmSync } = require('node:fs');
const { dirname } = require('node:path');

/** Prints what was lost and what was done twice. */
module.exports = () => {
  const file = process.env.FAULT_VERDICTS;
  const rows = readFileSync(file, 'utf8').split('\n').filter(Boolean).map(JSON.parse);
  process.stdout.write(`\n${readFileSync(process.env.FAULT_FIGURES, 'utf8')}`);
  rmSync(dirname(file), { recursive: true });
  if (rows.length === 0) return;
  const width = Math.max(...rows.map(({ fault }) => fault.length));
  const line = ({ fault, driver, of, lost, twice }) =>
    `${fault.padEnd(width)}  ${driver.padEnd(16)}  ${String(of).padStart(6)}  ${String(lost).padStart(4)}  ${String(twice).padStart(10)}`;
  const head = line({ fault: 'fault', driver: 'driver', of: 'things', lost: 'lost', twice: 'done twice' });
  process.stdout.write(`\n${[head, '-'.repeat(head.length), ...rows.map(line)].join('\n')}\n`);
};
