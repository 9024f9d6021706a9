const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { buildDashboardIfStale, buildIfStale } = require('../bin/build');

module.exports = () => {
  // test/harness/workplace.ts packs Percept there.
  process.env.TEST_PACKAGE_DIR = join(tmpdir(), `percept-package-${process.pid}`);
  // Worker threads and child processes run the compiled code, so it must not be stale.
  buildIfStale();
  buildDashboardIfStale();
};
