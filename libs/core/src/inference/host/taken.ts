/**
 * Returns bytes in memory that can be transferred. Memory of native code (sharp) and of WebAssembly cannot: from Node 22 on,
 * posting it throws. Only an attempt can tell, because no mark of such memory is common to all Node versions.
 */
export function taken(bytes: Uint8Array): Uint8Array {
  try {
    return structuredClone(bytes, { transfer: [bytes.buffer as ArrayBuffer] });
  } catch {
    return Uint8Array.from(bytes);
  }
}
