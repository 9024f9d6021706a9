import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { answered, api, type Shapes } from '../api/client';

export const SESSION = ['session'];

/** Who is signed in: `anyone` if authentication is off. */
export function useSession() {
  return useQuery({ queryKey: SESSION, queryFn: () => answered(api.GET('/v1/session')), staleTime: 60_000 });
}

/** Signs in and continues to the requested page. */
export function useSignIn(next: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Shapes['SignInRequest']) => answered(api.POST('/v1/session', { body })),
    onSuccess: (session) => {
      client.clear();
      client.setQueryData(SESSION, session);
      navigate(next, { replace: true });
    },
  });
}

export function useSignOut({ everywhere }: { everywhere: boolean }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => void (await (everywhere ? api.DELETE('/v1/sessions') : api.DELETE('/v1/session'))),
    onSuccess: () => {
      client.clear();
      navigate('/sign-in');
    },
  });
}

export function useSetPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Shapes['SetPasswordRequest']) => void (await api.PUT('/v1/session/password', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: SESSION }),
  });
}
