// Worker threads and child processes run the compiled code: build it before any test, so that it is never stale.
module.exports = () => require('../bin/build').buildIfStale();
