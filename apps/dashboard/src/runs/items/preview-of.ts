import { get } from '../../api/client';

/** A small copy of an image or video as a data URL: it goes when nobody shows it any more. @throws ApiError */
export async function previewOf(address: string, signal: AbortSignal): Promise<string> {
  const bytes = await (await get(address, signal)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error!);
    reader.readAsDataURL(bytes);
  });
}
