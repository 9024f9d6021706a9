/** Licences that allow any use, also for money, and ask for no more than their text beside the copy (SPDX). */
const PERMISSIVE = /^(Apache-2\.0|MIT|MIT-0|ISC|Zlib|Unlicense|CC0-1\.0|CC-BY-4\.0|BSD-\d-Clause|0BSD)$/;

/** Whether a company may use a model as it likes. Of `Apache-2.0 AND MIT` every part must allow it, of `OR` one. */
export function isForCompanies(licence: string | null | undefined): boolean {
  if (!licence) return false;
  const isOpen = (name: string): boolean => PERMISSIVE.test(name.replaceAll(/[()]/g, '').trim());
  return licence.split(/ OR /i).some((either) => either.split(/ AND /i).every(isOpen));
}
