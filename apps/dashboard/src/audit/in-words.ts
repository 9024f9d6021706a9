const VERBS: Record<string, string> = { POST: 'Created', PUT: 'Saved', PATCH: 'Changed', DELETE: 'Deleted' };
/** Verbs for the last word of a path, such as `POST /v1/keys/:id/rotate`. */
const DEEDS: Record<string, string> = {
  rotate: 'Rotated',
  'rotate-secret': 'Rotated the secret of',
  enable: 'Enabled',
  disable: 'Disabled',
  pause: 'Paused',
  resume: 'Resumed',
  cancel: 'Cancelled',
  retry: 'Retried',
  test: 'Sent a test event to',
  recover: 'Replayed deliveries of',
  redeliver: 'Sent again:',
  validate: 'Checked',
  'test-filter': 'Tried a filter on',
  runs: 'Started a run of',
  pull: 'Pulled',
  default: 'Made the default:',
};
const THINGS: Record<string, string> = { deliveries: 'delivery', events: 'events' };

const nounOf = (word: string): string => THINGS[word] ?? word.replace(/s$/, '');

/**
 * Turns an action of the log into the start of a sentence: `Rotated key` for `POST /v1/keys/:id/rotate`. Unknown actions stay
 * unchanged.
 */
export function inWords(action: string): string {
  const [, method, path] = /^(POST|PUT|PATCH|DELETE) \/v\d\/(.+)$/.exec(action) ?? [];
  if (!method || !path) return action;
  const parts = path.split('/').filter((part) => !part.startsWith(':'));
  const last = parts.at(-1)!;
  const deed = parts.length > 1 || path.includes(':') ? DEEDS[last] : undefined;
  if (deed && parts.length > 1) return `${deed} ${nounOf(parts[0]!)}`;
  if (path === 'session') return method === 'POST' ? 'Signed in' : 'Signed out';
  return `${VERBS[method]} ${parts.length > 1 ? `${nounOf(parts[0]!)} ${last}` : nounOf(last)}`;
}
