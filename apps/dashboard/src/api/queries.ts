import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { told } from '../parts/told';
import { ApiError } from './client';

const SIGN_IN = '/sign-in';
/** Pages without sign-in: a customer has a link. */
const WITHOUT_SESSION = [SIGN_IN, '/customer'];

/** Sends a caller whose session has ended to the sign-in page, which leads back here. */
function signInAgain(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 401) return;
  if (WITHOUT_SESSION.includes(window.location.pathname)) return;
  const here = window.location.pathname + window.location.search;
  navigate(here === '/' ? SIGN_IN : `${SIGN_IN}?next=${encodeURIComponent(here)}`, { replace: true });
}

/** Shows a message after mutations that define one: `meta: { done: 'Saved.' }`. */
function sayDone(_data: unknown, _sent: unknown, _result: unknown, { meta }: { meta?: Record<string, unknown> }): void {
  if (typeof meta?.['done'] === 'string') void told(meta['done']);
}

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: signInAgain }),
  mutationCache: new MutationCache({ onError: signInAgain, onSuccess: sayDone }),
  defaultOptions: {
    queries: {
      // Retrying does not help with our own mistakes, but a restarting service comes back.
      retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
      refetchOnWindowFocus: true,
      staleTime: 2_000,
    },
  },
});
