import { getBytes } from '../../api/client';

export interface ImagePreview {
  /** A data URL, so that it is freed when nobody shows it any more. */
  source: string;
  /** Width of the original picture in pixels, the unit of the results' boxes. */
  width: number;
  height: number;
}

/** A small copy of an image, or of the first frame of a video. @throws ApiError */
export async function loadImagePreview(address: string, signal: AbortSignal): Promise<ImagePreview> {
  const response = await getBytes(address, signal);
  const [width = 0, height = 0] = (response.headers.get('percept-image-size') ?? '').split('x').map(Number);
  const bytes = await response.blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve({ source: reader.result as string, width, height });
    reader.onerror = () => reject(reader.error!);
    reader.readAsDataURL(bytes);
  });
}
