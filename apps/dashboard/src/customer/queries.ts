import { useQuery } from '@tanstack/react-query';
import { ApiError, type ErrorBody, type Shapes } from '../api/client';
import { whileWatched } from '../api/watched';

export type CustomerPage = Shapes['CustomerResponse'];

export type Sent = Shapes['DeliveryDetailsResponse'];

/** The secret of the link. It comes after the `#`, which browsers never send to a server. */
export const secretOf = (hash: string): string => hash.replace(/^#/, '');

const NEWS_MS = 60_000;
const LIVE_MS = 2_000;

async function ask<T>(secret: string, path: string): Promise<T> {
  // Sends no cookie: even for a signed-in administrator, the page shows only what the link may see.
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
    // Polls until the delivery has ended.
    refetchInterval: ({ state: { data, error } }) => (error || data?.ended_at ? false : whileWatched(LIVE_MS)()),
  });
