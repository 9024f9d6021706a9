import { PerceptError } from '@percept/sdk';
import { createReadStream, openSync, fstatSync, closeSync, constants } from 'node:fs';

/** The bytes of a file from its start. @throws PerceptError INVALID_REQUEST if there is no such file. */
export function openFile(path: string, signal: AbortSignal): AsyncIterable<Buffer> {
  const descriptor = open(path);
  // A pipe or a device may never end.
  if (!fstatSync(descriptor).isFile()) {
    closeSync(descriptor);
    throw PerceptError.invalid('file', `'${path}' is not a file.`);
  }
  return createReadStream(path, { fd: descriptor, signal }) as AsyncIterable<Buffer>;
}

function open(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw PerceptError.invalid(
      'file',
      `the file '${path}' ${code === 'ENOENT' ? 'does not exist' : `cannot be opened (${code})`}.`,
    );
  }
}
