const JSON_BODY = `-H 'Content-Type: application/json'`;

/** A suitable first call for each scope. */
const CALLS = {
  predict: `/v2/text/sentiment ${JSON_BODY} \\\n  -d '{"text": "The new office is lovely."}'`,
  pipelines: '/v2/pipelines',
  webhooks: '/v1/webhooks',
  admin: '/v1/keys',
  customer: '/v2/customer',
} as const;

/** A curl command with this key, ready to paste. */
export function firstCall(origin: string, key: string, scopes: readonly (keyof typeof CALLS)[]): string {
  const scope =
    (['predict', 'pipelines', 'webhooks', 'admin', 'customer'] as const).find((each) => scopes.includes(each)) ?? 'predict';
  const [path, ...rest] = CALLS[scope].split(' ');
  const tail = rest.length > 0 ? ` \\\n  ${rest.join(' ')}` : '';
  return `curl ${origin}${path} \\\n  -H 'Authorization: Bearer ${key}'${tail}`;
}
