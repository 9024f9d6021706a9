import { startFrom } from './starts';

const trigger = (kind: string, more: Partial<Parameters<typeof startFrom>[0][number]> = {}) => ({
  kind,
  next: [],
  paused_at: null,
  has_address: null,
  ...more,
});
const PAUSED = { paused_at: '2026-01-01T00:00:00.000Z' };

test.each([
  ['without a trigger', [], 'by hand'],
  ['with a watched folder', [trigger('watch')], 'when a file arrives'],
  ['with a paused cron', [trigger('cron', PAUSED)], 'paused: cron'],
  [
    'with a paused folder and a webhook',
    [trigger('watch', PAUSED), trigger('webhook', { has_address: true })],
    'when its URL is called',
  ],
  ['with a webhook without a URL', [trigger('webhook', { has_address: false })], 'by hand: its webhook has no URL yet'],
  [
    'with a folder and a webhook',
    [trigger('watch'), trigger('webhook', { has_address: true })],
    'when a file arrives, when its URL is called',
  ],
])('a pipeline %s starts as it says', (_name, triggers, waits) => expect(startFrom(triggers)).toEqual({ at: undefined, waits }));

test('the earliest of the next ticks comes first', () => {
  const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
  const triggers = [trigger('cron', { next: [late] }), trigger('every', { next: [early, late] }), trigger('watch')];
  expect(startFrom(triggers)).toEqual({ at: early, waits: 'when a file arrives' });
});
