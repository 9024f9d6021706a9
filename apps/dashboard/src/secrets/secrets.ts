import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answered, api, type Shapes } from '../api/client';

export type Secret = Shapes['SecretResponse'];

const SECRETS = ['secrets'];

/** The secrets of the project, without their values. */
export function useSecrets() {
  return useQuery({ queryKey: SECRETS, queryFn: async () => (await answered(api.GET('/v2/secrets'))).secrets });
}

export function useSetSecret() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, ...body }: { name: string } & Shapes['SetSecretRequest']) =>
      answered(api.PUT('/v2/secrets/{name}', { params: { path: { name } }, body })),
    onSuccess: () => client.invalidateQueries({ queryKey: SECRETS }),
    meta: { done: 'Secret saved.' },
  });
}

export function useDeleteSecret() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => void (await api.DELETE('/v2/secrets/{name}', { params: { path: { name } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: SECRETS }),
    meta: { done: 'Secret deleted.' },
  });
}
