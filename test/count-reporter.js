const { writeFileSync } = require('node:fs');
const { stripVTControlCharacters } = require('node:util');

const LINES_OF_A_FAILURE = 15;

/**
 * Writes how many tests passed, failed and were skipped into the file that TEST_COUNTS names, after each test file: what
 * was counted stays when the run breaks off. Jest's own `--json` writes nothing then, nor for errors that are not JSON.
 */
module.exports = class {
  counts = { passed: 0, failed: 0, skipped: 0, files: [] };

  onTestResult(
    _test,
    { testFilePath, numPassingTests, numFailingTests, numPendingTests, numTodoTests, testExecError, testResults, perfStats },
  ) {
    const { counts } = this;
    // A file that could not even start has no failed test of its own.
    const failed = numFailingTests + (testExecError && numFailingTests === 0 ? 1 : 0);
    counts.passed += numPassingTests;
    counts.failed += failed;
    counts.skipped += numPendingTests + numTodoTests;
    const failures = testResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({ test: fullName, why: shortly(failureMessages.join('\n')) }));
    if (testExecError) failures.push({ test: testFilePath, why: shortly(testExecError.message) });
    counts.files.push({ file: testFilePath, seconds: (perfStats.end - perfStats.start) / 1000, failed, failures });
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

const shortly = (message) =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim())
    .slice(0, LINES_OF_A_FAILURE)
    .join('\n');
