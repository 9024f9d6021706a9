// Worker threads and child processes run the compiled code: build it before any test, so that it is never stale.
const { buildDashboardIfStale, buildIfStale } = require('../bin/build');

module.exports = () => {
  buildIfStale();
  buildDashboardIfStale();
};
