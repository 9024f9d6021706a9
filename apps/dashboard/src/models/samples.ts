import { InputError } from '../api/input-error';

/** Pictures that come with Percept. */
const NAMES = ['crossing.jpg', 'desk.jpg', 'fruit.jpg', 'clock-tower.png', 'harbour.webp'];
/** Darkens a picture as in the evening. Results on it tell more than those on a sixth daylight picture. */
const DARK = 'brightness(0.3) contrast(0.8)';

export interface SamplePicture {
  name: string;
  file: File;
}

/** Ten pictures: each of Percept's sample pictures in daylight and in poor light. */
export async function samplePictures(): Promise<SamplePicture[]> {
  const byDay = await Promise.all(NAMES.map(fetchSample));
  const dark = await Promise.all(byDay.map(darkened));
  return byDay.flatMap((sample, index) => [sample, dark[index]!]);
}

async function fetchSample(file: string): Promise<SamplePicture> {
  const response = await fetch(`/samples/images/${file}`);
  if (!response.ok) throw new InputError(`The sample '${file}' is missing in this installation.`);
  return { name: file.replace(/\.\w+$/, ''), file: new File([await response.blob()], file) };
}

async function darkened({ name, file }: SamplePicture): Promise<SamplePicture> {
  const image = await createImageBitmap(file);
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d')!;
  context.filter = DARK;
  context.drawImage(image, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
  return { name: `${name} in poor light`, file: new File([blob], `${name}-dark.jpg`) };
}
