/**
 * The bytes in memory that can move. Memory of native code (sharp) and of WebAssembly cannot: from Node 22 on, posting it
 * throws. Only an attempt tells, for such memory carries no mark that is common to all Nodes.
 */
export function taken(bytes: Uint8Array): Uint8Array {
  try {
    return structuredClone(bytes, { transfer: [bytes.buffer as ArrayBuffer] });
  } catch {
    return Uint8Array.from(bytes);
  }
}
