import { Events } from '@percept/core';
import { suggest, PerceptError } from '@percept/sdk';

const KINDS = [...new Set(Events.TYPES.map((type) => `${type.split('.')[0]}.*`))];
const KNOWN: readonly string[] = [...Events.TYPES, ...KINDS, '*'];

/** @throws INVALID_REQUEST naming the first entry that is neither an event nor a wildcard. */
export function checkEvents(events: readonly string[]): string[] {
  if (events.length === 0) throw PerceptError.invalid('events', "Name at least one event, or leave it out for all ('*').");
  events.forEach((name, index) => {
    if (KNOWN.includes(name)) return;
    const known = `Known are ${Events.TYPES.join(', ')}, and wildcards such as 'batch.*' and '*'.`;
    throw PerceptError.invalid(`events[${index}]`, `'${name}' is not an event.${suggest(name, KNOWN)} ${known}`);
  });
  return [...new Set(events)];
}

/** Whether these events and wildcards include an event of that type. */
export function matchesEvent(patterns: readonly string[], type: string): boolean {
  return patterns.some((pattern) => pattern === '*' || pattern === type || pattern === `${type.split('.')[0]}.*`);
}
