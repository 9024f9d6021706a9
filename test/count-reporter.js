const { writeFileSync } = require('node:fs');

/**
 * Writes how many tests passed, failed and were skipped into the file that TEST_COUNTS names, after each test file: what
 * was counted stays when the run breaks off. Jest's own `--json` writes nothing then, nor for errors that are not JSON.
 */
module.exports = class {
  counts = { passed: 0, failed: 0, skipped: 0, files: [] };

  onTestResult(
    _test,
    { testFilePath, numPassingTests, numFailingTests, numPendingTests, numTodoTests, testExecError, perfStats },
  ) {
    const { counts } = this;
    // A file that could not even start has no failed test of its own.
    const failed = numFailingTests + (testExecError && numFailingTests === 0 ? 1 : 0);
    counts.passed += numPassingTests;
    counts.failed += failed;
    counts.skipped += numPendingTests + numTodoTests;
    counts.files.push({ file: testFilePath, seconds: (perfStats.end - perfStats.start) / 1000, failed });
    this.write();
  }

  onRunComplete(_contexts, { wasInterrupted }) {
    this.counts.complete = !wasInterrupted;
    this.write();
  }

  write() {
    writeFileSync(process.env.TEST_COUNTS, JSON.stringify(this.counts));
  }
};
