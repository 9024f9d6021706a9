import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answered, api, type Shapes } from '../api/client';

export type Key = Shapes['KeyResponse'];
export type CreatedKey = Shapes['CreatedKeyResponse'];
export type KeyRequest = Shapes['CreateKeyRequest'];

const KEYS = ['keys'];

/** Active keys come first. Each group has the newest first. */
export function useKeys() {
  return useQuery({
    queryKey: KEYS,
    queryFn: async () => {
      const { keys } = await answered(api.GET('/v1/keys'));
      return keys.reverse().sort((a, b) => Number(Boolean(a.revoked_at)) - Number(Boolean(b.revoked_at)));
    },
  });
}

function useChange<In, Out>(done: string, mutationFn: (input: In) => Promise<Out>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: KEYS }), meta: { done } });
}

export const useCreateKey = () => useChange('Key created.', (body: KeyRequest) => answered(api.POST('/v1/keys', { body })));

export const useRotateKey = () =>
  useChange('Key rotated.', (id: string) => answered(api.POST('/v1/keys/{id}/rotate', { params: { path: { id } } })));

export const useRevokeKey = () =>
  useChange('Key revoked.', async (id: string) => void (await api.DELETE('/v1/keys/{id}', { params: { path: { id } } })));

export function getKeyState({ revoked_at, expires_at }: Key): 'active' | 'revoked' | 'expired' {
  if (revoked_at) return 'revoked';
  return expires_at && Date.parse(expires_at) < Date.now() ? 'expired' : 'active';
}
