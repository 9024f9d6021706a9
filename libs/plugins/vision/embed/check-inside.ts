import { PerceptError, type Image, type Region } from '@percept/sdk';

/** @throws INVALID_REQUEST for the field if the region reaches beyond the image. */
export function checkInside({ x, y, width, height }: Region, { properties }: Image, field: string): void {
  if (x + width <= properties.width && y + height <= properties.height) return;
  const size = `${properties.width} × ${properties.height} pixels`;
  throw PerceptError.invalid(field, `ends at ${x + width}, ${y + height}, outside the image of ${size}.`);
}
