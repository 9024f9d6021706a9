/** The longest name that a file system takes. */
const LONGEST = 255;
const FILE_NAME = /^[^\0\n]*[^\0\n\s.]\.(jpe?g|jfif|png|webp|bmp|gif|tiff?|heic|avif|mp4|m4v|mov|avi|webm|mkv|txt|b64)$/i;

/** The reason for refusing a text that is a file name and not the file's content; undefined for any other text. */
export function describeFileName(text: string): string | undefined {
  const name = text.trim();
  if (name.length > LONGEST || !FILE_NAME.test(name)) return undefined;
  return `is the name '${name}', not the content of that file: with curl, write @ before the name, otherwise send its bytes or Base64`;
}
