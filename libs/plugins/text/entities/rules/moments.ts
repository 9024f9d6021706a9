import { casual, type ParsedResult } from 'chrono-node';
import type { Stretch } from '../../reading/sentences';
import type { FoundSpan } from '../found';

/** A sentence without any of these contains no moment: most sentences are not parsed at all. */
const MAY_BE_MOMENT =
  /\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\b|\b(?:today|tonight|tomorrow|tmr|yesterday|noon|midnight|midday|morning|afternoon|evening|(?:last|next|this|past|few|couple)\s+(?:of\s+)?\w+|\w+\s+ago)\b/i;
/** Words that chrono takes for moments, although they mostly are not moments. */
const MOSTLY_NONE =
  /^(?:now|may|mar|march|sun|sat|wed|mon|dec|second|sec|\d{1,2}|\d{1,2}\.\d{1,2}|(?:this|a|last|next|the) (?:second|moment))$/i;
/** The maximum length to parse at once: chrono's time grows faster than the length. */
const WINDOW = 300;
const SURE = 0.92;
const CASUAL = 0.85;

/** Dates and times of day, by chrono, in English. */
export function findMoments(sentences: readonly Stretch[]): FoundSpan[] {
  return sentences.flatMap((sentence) => windowsOf(sentence).flatMap(findIn));
}

function findIn({ text, start }: Stretch): FoundSpan[] {
  if (!MAY_BE_MOMENT.test(text)) return [];
  return casual.parse(text).flatMap((moment): FoundSpan[] => {
    const lead = /^[\s,]*(?:(?:on|at|by|from|since|until)\s+)?/i.exec(moment.text)![0].length;
    const said = moment.text.slice(lead).replace(/[\s,]+$/, '');
    const at = moment.index + lead;
    if ((MOSTLY_NONE.test(said) && !isMonthAfter(text.slice(0, at), said)) || !standsAlone(text, at, said)) return [];
    const from = start + at;
    return [{ type: typeOf(moment), start: from, end: from + said.length, confidence: /\d/.test(said) ? SURE : CASUAL }];
  });
}

/** Whether the word is May or March as a month: "in May". */
function isMonthAfter(before: string, said: string): boolean {
  return /^(?:May|March)$/.test(said) && /\b(?:in|since|until|by|early|late)\s+$/i.test(before);
}

/** Whether a moment is not part of a number or a word. */
function standsAlone(text: string, at: number, said: string): boolean {
  return !/[\p{L}\p{N}_$€£#@]$/u.test(text.slice(0, at)) && !/^(?:[\p{L}\p{N}_%]|[.,]\d)/u.test(text.slice(at + said.length));
}

function typeOf({ start, end }: ParsedResult): 'DATE' | 'TIME' {
  const dated = [start, end].some(
    (each) => each && (each.isCertain('day') || each.isCertain('month') || each.isCertain('weekday')),
  );
  const timed = start.isCertain('hour') || start.isCertain('minute');
  return timed && !dated ? 'TIME' : 'DATE';
}

function windowsOf(sentence: Stretch): Stretch[] {
  if (sentence.text.length <= WINDOW) return [sentence];
  const windows: Stretch[] = [];
  for (let from = 0; from < sentence.text.length;) {
    const space = sentence.text.lastIndexOf(' ', from + WINDOW);
    const to = from + WINDOW >= sentence.text.length ? sentence.text.length : space > from ? space : from + WINDOW;
    windows.push({ text: sentence.text.slice(from, to), start: sentence.start + from, end: sentence.start + to });
    from = to;
  }
  return windows;
}
