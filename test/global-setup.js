// Worker threads and child processes run the compiled code: build it before any test, so that it is never stale.
const { execFileSync } = require('node:child_process');
const { join } = require('node:path');

module.exports = () => {
  execFileSync(process.execPath, [require.resolve('@nestjs/cli/bin/nest.js'), 'build'], {
    cwd: join(__dirname, '..'),
    stdio: 'pipe',
  });
};
