// Worker threads and child processes run the compiled code: build it before any test, so that it is never stale.
const { buildDashboardIfStale, buildIfStale } = require('../bin/build');

module.exports = () => {
  // Specs that use ONNX Runtime by itself tell nobody either.
  process.env.ORT_DISABLE_TELEMETRY = '1';
  buildIfStale();
  buildDashboardIfStale();
};
