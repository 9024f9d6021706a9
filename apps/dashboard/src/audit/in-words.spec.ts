import { inWords } from './in-words';

test.each([
  ['POST /v1/keys', 'Created key'],
  ['DELETE /v1/keys/:id', 'Deleted key'],
  ['POST /v1/keys/:id/rotate', 'Rotated key'],
  ['POST /v2/pipelines/:name/runs', 'Started a run of pipeline'],
  ['POST /v2/schedules/:pipeline/:trigger/pause', 'Paused schedule'],
  ['PUT /v1/session/password', 'Saved session password'],
  ['POST /v1/session', 'Signed in'],
  ['POST /v1/deliveries/:id/redeliver', 'Sent again: delivery'],
  ['POST /v1/events/test-filter', 'Tried a filter on events'],
  ['percept keys rotate', 'percept keys rotate'],
])('%s reads: %s', (action, words) => {
  expect(inWords(action)).toBe(words);
});
