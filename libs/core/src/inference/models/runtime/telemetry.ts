/**
 * Turns off ONNX Runtime's telemetry, which since 1.29 reports every process and model to its makers and writes a device id into
 * the user's home. The runtime reads the process's environment once, when its first session is made. Call this on the main thread:
 * workers have copies of the environment, which the runtime does not see.
 */
export function disableTelemetry(): void {
  process.env['ORT_DISABLE_TELEMETRY'] = '1';
}
