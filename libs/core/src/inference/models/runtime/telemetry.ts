/**
 * Keeps ONNX Runtime from telling its makers of every process and model, and from writing a device id into the user's home,
 * both of which it does since 1.29 unless told otherwise. It looks once, at the environment of the process, when its first
 * session is made: to be called on the main thread, as workers have copies of the environment that it does not see.
 */
export function disableTelemetry(): void {
  process.env['ORT_DISABLE_TELEMETRY'] = '1';
}
