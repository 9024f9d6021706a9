import { createTheme, MantineProvider } from '@mantine/core';
import '@mantine/core/styles.css';
import { QueryClientProvider, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { styleNonce } from './parts/style-nonce';
import './style.css';
import { navigate } from 'wouter/use-browser-location';
import { told } from './parts/told';
import { ApiError } from './api/client';

const SIGN_IN = '/sign-in';

/** Pages without sign-in: a customer has a link. */
const WITHOUT_SESSION = [SIGN_IN, '/customer'];

const queries = new QueryClient({
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

const theme = createTheme({
  primaryColor: 'indigo',
  defaultRadius: 'md',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  headings: { sizes: { h2: { fontSize: '1.5rem' }, h3: { fontSize: '1.1rem' } } },
  // The lighter shades of Mantine miss WCAG AA on white.
  primaryShade: { light: 7, dark: 8 },
});

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => styleNonce}>
      <QueryClientProvider client={queries}>
        <App />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

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
