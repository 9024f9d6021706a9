import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answered, api, ask, type Shapes } from '../api/client';
import { whileWatched } from '../api/watched';
import { since } from './spans';

/** An endpoint, including the state of its circuit breaker. */
export type Webhook = Shapes['WebhookResponse'] & {
  circuit?: 'closed' | 'open' | 'half_open';
  circuit_until?: string | null;
  failing_since?: string | null;
};
export type Created = Shapes['CreatedWebhookResponse'];
export type Statistics = Shapes['WebhookStatisticsResponse'];
/** Selects the deliveries to send again. */
export type Recovered = Pick<Shapes['RecoverDeliveriesRequest'], 'since' | 'types' | 'states' | 'search'>;
export type Delivery = Shapes['DeliveryResponse'];
/** A delivery with its sent content. */
type DeliveryDetail = Delivery & { payload: unknown };

const LIVE_MS = 2_000;
/** The home page also shows the list. */
const LIST_MS = 15_000;
const WEBHOOKS = ['webhooks'];

export const useWebhooks = () =>
  useQuery({
    queryKey: WEBHOOKS,
    queryFn: async () => (await answered(api.GET('/v1/webhooks'))).webhooks as Webhook[],
    refetchInterval: whileWatched(LIST_MS),
  });

export const useWebhook = (id: string) =>
  useQuery({
    queryKey: ['webhooks', id],
    queryFn: () => answered(api.GET('/v1/webhooks/{id}', { params: { path: { id } } })) as Promise<Webhook>,
    refetchInterval: whileWatched(LIVE_MS),
  });

/** Delivery results of the last 24 hours for each endpoint. */
export const useStatistics = (everyMs = LIST_MS) =>
  useQuery({
    queryKey: [...WEBHOOKS, 'statistics'],
    queryFn: async () => (await answered(api.GET('/v1/webhooks/statistics'))).statistics,
    refetchInterval: whileWatched(everyMs),
  });

/** Selects the listed deliveries. Empty means all. */
export interface Listed {
  state: string;
  type: string;
  /** How far to look back, in milliseconds. */
  span: string;
  /** A text that they contain. */
  search: string;
  /** How many of the newest to list. */
  limit: number;
}

export const useDeliveries = (id: string, { state, type, span, search, limit }: Listed) =>
  useQuery({
    queryKey: ['webhooks', id, 'deliveries', state, type, span, search, limit],
    queryFn: async () => {
      const only = { ...(state && { states: state }), ...(type && { types: type }), ...(search && { search }) };
      const query = { webhook_id: id, limit, ...only, ...(span && { since: since(span) }) };
      return (await answered(api.GET('/v1/deliveries', { params: { query } }))).deliveries;
    },
    refetchInterval: whileWatched(LIVE_MS),
    placeholderData: keepPreviousData,
  });

export const useDelivery = (id: string, enabled: boolean) =>
  useQuery({
    queryKey: ['delivery', id],
    queryFn: () => ask<DeliveryDetail>('GET', `/v1/deliveries/${id}`),
    enabled,
  });

function useChange<In, Out>(done: string, mutationFn: (input: In) => Promise<Out>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: WEBHOOKS }), meta: { done } });
}

export const useCreateWebhook = () =>
  useChange('Endpoint created.', (body: Shapes['CreateWebhookRequest']) => answered(api.POST('/v1/webhooks', { body })));

export const useSwitchWebhook = (id: string) =>
  useChange('Endpoint updated.', (active: boolean) =>
    answered(api.PATCH('/v1/webhooks/{id}', { params: { path: { id } }, body: { active } })),
  );

export const useEditWebhook = (id: string) =>
  useChange('Endpoint updated.', (body: Omit<Shapes['UpdateWebhookRequest'], 'headers'> & { headers?: Record<string, string> }) =>
    ask<Webhook & { secret?: string }>('PATCH', `/v1/webhooks/${id}`, body),
  );

/** The latest events and examples that a filter lets through. */
export const useFilterTest = (filter: string) =>
  useQuery({
    queryKey: ['filter-test', filter],
    queryFn: () => answered(api.POST('/v1/events/test-filter', { body: { filter } })),
    retry: false,
    staleTime: 10_000,
  });

const recover = (id: string, body: Shapes['RecoverDeliveriesRequest']) =>
  answered(api.POST('/v1/webhooks/{id}/recover', { params: { path: { id } }, body }));

/** Counts the deliveries that a recovery would send again. */
export const useRecoverable = (id: string, criteria: Recovered) =>
  useQuery({
    queryKey: ['recoverable', id, criteria],
    queryFn: () => recover(id, { ...criteria, dry_run: true }),
    enabled: (criteria.states ?? []).length > 0,
    placeholderData: keepPreviousData,
  });

export const useRecover = (id: string) => useChange('Deliveries queued again.', (criteria: Recovered) => recover(id, criteria));

export const useRecovery = (id: string, recovery: string) =>
  useQuery({
    queryKey: ['recovery', recovery],
    queryFn: () => answered(api.GET('/v1/webhooks/{id}/recoveries/{recovery}', { params: { path: { id, recovery } } })),
    refetchInterval: ({ state }) => (state.data?.ended_at ? false : LIVE_MS),
  });

export const useDeleteWebhook = (id: string) =>
  useChange('Endpoint deleted.', async (_: void) => void (await api.DELETE('/v1/webhooks/{id}', { params: { path: { id } } })));

export const useRotateSecret = (id: string) =>
  useChange('Secret rotated.', (_: void) => ask<Created>('POST', `/v1/webhooks/${id}/rotate-secret`, {}));

export const useTestWebhook = (id: string) =>
  useChange('Test event sent.', (type: string) => ask<DeliveryDetail>('POST', `/v1/webhooks/${id}/test`, { type }));

export const useRedeliver = () =>
  useChange('Delivery queued again.', (id: string) => ask<DeliveryDetail>('POST', `/v1/deliveries/${id}/redeliver`));
