import { PerceptError } from '@percept/sdk';
import type { DoorCall, DoorFiles, DoorInput } from '@percept/sdk/doors';

type Fields = Record<string, string>;

/** Reads a form with at most one picture. */
export async function readForm(call: DoorCall): Promise<{ fields: Fields; media: DoorInput['media'] }> {
  const { fields, media } = await call.form();
  await admit(call, fields as Fields);
  return { fields: fields as Fields, media };
}

/** Reads a form with several pictures. */
export async function readFiles(call: DoorCall): Promise<DoorFiles> {
  const form = await call.files();
  await admit(call, form.fields);
  return form;
}

/** Admits the caller by a key in the form. */
async function admit(call: DoorCall, { api_key: key, admin_key: admin }: Fields): Promise<void> {
  if (!call.admitted) await call.admit(key || admin || undefined);
}

/** @returns the picture, unless it is missing. */
export function pictureIn<T>(picture: T | undefined): T {
  if (picture !== undefined) return picture;
  throw PerceptError.invalid('image', 'is missing: send the image as a file part of the form.');
}

/** @returns undefined if the form does not name a minimum confidence. */
export function leastIn({ min_confidence: text }: Fields): number | undefined {
  if (!text) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw PerceptError.invalid('min_confidence', `is '${text.slice(0, 40)}'; it must be a number from 0 to 1.`);
}
