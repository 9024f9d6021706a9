const { ChildProcess } = require('node:child_process');
const { TestEnvironment } = require('jest-environment-node');

// Specs that use ONNX Runtime by itself send nothing either.
process.env.ORT_DISABLE_TELEMETRY = '1';

const { spawn } = ChildProcess.prototype;

/** Ends every process that a test file has started and left, also where one of its hooks failed or ran out of time. */
module.exports = class extends TestEnvironment {
  started = new Set();

  async setup() {
    await super.setup();
    const { started } = this;
    ChildProcess.prototype.spawn = function (...args) {
      started.add(this);
      this.once('exit', () => started.delete(this));
      return spawn.apply(this, args);
    };
  }

  async teardown() {
    ChildProcess.prototype.spawn = spawn;
    for (const child of this.started) child.kill('SIGKILL');
    await super.teardown();
  }
};
