// ONNX Runtime's native part makes its arrays outside Jest's sandbox, and then refuses those made inside as another class.
// Specs that run models in Jest's own thread name this environment in their first comment; worker threads need nothing.
const TestEnvironment = require('./environment');

const SHARED = {
  Float32Array,
  Float64Array,
  Int8Array,
  Int16Array,
  Int32Array,
  Uint16Array,
  Uint32Array,
  BigInt64Array,
  BigUint64Array,
};

module.exports = class OnnxEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, SHARED);
  }
};
