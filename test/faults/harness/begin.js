const { mkdtempSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { dirname, join } = require('node:path');
const build = require('../../global-setup');

module.exports = () => {
  build();
  process.env.FAULT_VERDICTS = join(mkdtempSync(join(tmpdir(), 'percept-faults-')), 'verdicts.jsonl');
  writeFileSync(process.env.FAULT_VERDICTS, '');
  process.env.FAULT_FIGURES = join(dirname(process.env.FAULT_VERDICTS), 'figures.txt');
  writeFileSync(process.env.FAULT_FIGURES, '');
};
