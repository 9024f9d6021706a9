import { useQuery } from '@tanstack/react-query';
import { ApiError, type ErrorBody } from '../api/client';

/** What `GET /v2/customer` answers. */
export interface CustomerPage {
  name: string;
  colour: string;
  project: string;
  expires_at: string | null;
  webhooks: {
    id: string;
    url: string;
    description: string | null;
    events: string[];
    active: boolean;
    success_rate: number | null;
    attempts: number;
  }[];
  deliveries: {
    id: string;
    webhook_id: string;
    event_type: string;
    state: string;
    created_at: string;
    attempts: number;
    status: number | null;
  }[];
  usage: { day: string; requests: number; errors: number }[];
}

/** What `GET /v2/customer/deliveries/{id}` answers, as far as the page shows it. */
export interface Sent {
  payload: unknown;
  attempts: { number: number; at: string; status: number | null; reason: string | null; duration_ms: number }[];
}

/** The secret of the link. It stands behind the `#`, which browsers send to no server. */
export const secretOf = (hash: string): string => hash.replace(/^#/, '');

const NEWS_MS = 60_000;

async function ask<T>(secret: string, path: string): Promise<T> {
  // No cookie: the page shows what the link may see, also to an administrator who is signed in here.
  const response = await fetch(path, { headers: { authorization: `Bearer ${secret}` }, credentials: 'omit' });
  if (!response.ok) throw new ApiError(response.status, (await response.json().catch(() => ({}))) as ErrorBody);
  return (await response.json()) as T;
}

export const useCustomerPage = (secret: string) =>
  useQuery({
    queryKey: ['customer', secret],
    queryFn: () => ask<CustomerPage>(secret, '/v2/customer'),
    enabled: secret !== '',
    retry: false,
    refetchInterval: ({ state: { error } }) => (error ? false : NEWS_MS),
  });

export const useSent = (secret: string, id: string | undefined) =>
  useQuery({
    queryKey: ['customer-delivery', secret, id],
    queryFn: () => ask<Sent>(secret, `/v2/customer/deliveries/${id}`),
    enabled: id !== undefined,
    retry: false,
  });
