const { rmSync } = require('node:fs');

module.exports = () => rmSync(process.env.TEST_PACKAGE_DIR, { recursive: true, force: true });
