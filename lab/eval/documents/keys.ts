import { existsSync, readFileSync } from 'node:fs';
import { distance } from 'fastest-levenshtein';

/** What people wrote down of a receipt; absent where they wrote nothing. */
export interface Key {
  merchant?: string;
  /** YYYY-MM-DD. */
  date?: string;
  total?: number;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `key/<id>.json` with company, date and total, as texts. */
export function readKey(file: string): Key | undefined {
  if (!existsSync(file)) return undefined;
  const { company, date, total } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string | undefined>;
  const amount = total?.replace(/[^\d.]/g, '');
  return { merchant: company || undefined, date: date ? isoFrom(date) : undefined, total: amount ? Number(amount) : undefined };
}

/** The labels have the day first, or the year. */
export function isoFrom(date: string): string {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(date) ?? [];
  if (year) return iso(year, month!, day!);
  const [, first, second, third] = /^(\d{1,2})[-/. ]+(\d{1,2}|[A-Za-z]{3})[A-Za-z]*[-/. ]+(\d{2,4})$/.exec(date.trim()) ?? [];
  if (!first) return date;
  const number = MONTHS.indexOf(second!.toLowerCase()) + 1 || Number(second);
  return iso(third!.length === 2 ? `20${third}` : third!, String(number), first);
}

const iso = (year: string, month: string, day: string): string => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The same letters and digits, but for one in ten: readers differ about signs and spaces, and labels have slips. */
export function isSameName(truth: string, read: string): boolean {
  const [a, b] = [letters(truth), letters(read)];
  return distance(a, b) <= a.length / 10;
}
