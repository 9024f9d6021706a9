const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * The first and the last moment of a day in the reader's time zone.
 * @param day such as 2026-01-31; any other text means no limit.
 */
export function toDayBounds(day: string): { from?: string; to?: string } {
  const start = DAY.test(day) ? new Date(`${day}T00:00`) : undefined;
  if (!start || Number.isNaN(start.getTime())) return {};
  const end = new Date(start);
  // Some days have 23 or 25 hours.
  end.setDate(end.getDate() + 1);
  return { from: start.toISOString(), to: new Date(end.getTime() - 1).toISOString() };
}
