import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answered, api, ask, type Shapes } from '../api/client';

/** An endpoint; the state of its breaker with it. */
export type Webhook = Shapes['WebhookResponse'] & {
  circuit?: 'closed' | 'open' | 'half_open';
  circuit_until?: string | null;
  failing_since?: string | null;
};
export type Created = Shapes['CreatedWebhookResponse'];
export type Delivery = Shapes['DeliveryResponse'];
/** One delivery with what was sent. */
export type DeliveryDetail = Delivery & { payload: unknown };

const LIVE_MS = 2_000;
/** The list is also looked at from the home page. */
const LIST_MS = 15_000;
const REPLAYED_MS = 30 * 86_400_000;
const WEBHOOKS = ['webhooks'];

export const useWebhooks = () =>
  useQuery({
    queryKey: WEBHOOKS,
    queryFn: async () => (await answered(api.GET('/v1/webhooks'))).webhooks as Webhook[],
    refetchInterval: LIST_MS,
  });

export const useWebhook = (id: string) =>
  useQuery({
    queryKey: ['webhooks', id],
    queryFn: () => answered(api.GET('/v1/webhooks/{id}', { params: { path: { id } } })) as Promise<Webhook>,
    refetchInterval: LIVE_MS,
  });

export const useDeliveries = (id: string) =>
  useQuery({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: async () => (await answered(api.GET('/v1/webhooks/{id}/deliveries', { params: { path: { id } } }))).deliveries,
    refetchInterval: LIVE_MS,
  });

export const useDelivery = (id: string, enabled: boolean) =>
  useQuery({
    queryKey: ['delivery', id],
    queryFn: () => ask<DeliveryDetail>('GET', `/v1/deliveries/${id}`),
    enabled,
  });

function useChange<In, Out>(mutationFn: (input: In) => Promise<Out>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: WEBHOOKS }) });
}

export const useCreateWebhook = () =>
  useChange((body: Shapes['CreateWebhookRequest']) => answered(api.POST('/v1/webhooks', { body })));

export const useSwitchWebhook = (id: string) =>
  useChange((active: boolean) => answered(api.PATCH('/v1/webhooks/{id}', { params: { path: { id } }, body: { active } })));

export const useEditWebhook = (id: string) =>
  useChange((body: Omit<Shapes['UpdateWebhookRequest'], 'headers'> & { headers?: Record<string, string> }) =>
    ask<Webhook & { secret?: string }>('PATCH', `/v1/webhooks/${id}`, body),
  );

/** What a filter lets through of the latest events and of the examples. */
export const useFilterTest = (filter: string) =>
  useQuery({
    queryKey: ['filter-test', filter],
    queryFn: () => answered(api.POST('/v1/events/test-filter', { body: { filter } })),
    retry: false,
    staleTime: 10_000,
  });

/** Sends again what was given up. */
export const useRecover = (id: string) =>
  useChange((_: void) => {
    const since = new Date(Date.now() - REPLAYED_MS).toISOString();
    return ask('POST', `/v1/webhooks/${id}/recover`, { since, states: ['exhausted'] });
  });

export const useDeleteWebhook = (id: string) =>
  useChange(async (_: void) => void (await api.DELETE('/v1/webhooks/{id}', { params: { path: { id } } })));

export const useRotateSecret = (id: string) =>
  useChange((_: void) => ask<Created>('POST', `/v1/webhooks/${id}/rotate-secret`, {}));

export const useTestWebhook = (id: string) =>
  useChange((type: string) => ask<DeliveryDetail>('POST', `/v1/webhooks/${id}/test`, { type }));

export const useRedeliver = () => useChange((id: string) => ask<DeliveryDetail>('POST', `/v1/deliveries/${id}/redeliver`));
