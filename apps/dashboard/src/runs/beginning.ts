import { InputError } from '../api/input-error';

const MAX_BYTES = 64 * 1024;

/** Loads only the beginning of a text file. @throws InputError */
export async function loadBeginning(address: string): Promise<{ text: string; isWhole: boolean }> {
  const response = await fetch(address);
  if (!response.ok || !response.body) throw new InputError(`The file cannot be read: the service answered ${response.status}.`);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text, isWhole: true };
    text += decoder.decode(value, { stream: true });
    bytes += value.length;
    if (bytes < MAX_BYTES) continue;
    await reader.cancel();
    return { text, isWhole: false };
  }
}
