/** Licences (SPDX) that allow any use, including commercial use, and only require their text with each copy. */
const PERMISSIVE = /^(Apache-2\.0|MIT|MIT-0|ISC|Zlib|Unlicense|CC0-1\.0|CC-BY-4\.0|BSD-\d-Clause|0BSD)$/;

/** Whether a company may use a model freely. Every part of `Apache-2.0 AND MIT` must allow it, but only one part of `OR`. */
export function isForCompanies(licence: string | null | undefined): boolean {
  if (!licence) return false;
  const isOpen = (name: string): boolean => PERMISSIVE.test(name.replaceAll(/[()]/g, '').trim());
  return licence.split(/ OR /i).some((either) => either.split(/ AND /i).every(isOpen));
}
