import type { IconName } from './parts/icon';

interface PageLink {
  path: string;
  label: string;
  icon: IconName;
}

/** The pages in menu order. The service serves the dashboard at each of these paths. */
export const PAGES: readonly PageLink[] = [
  { path: '/', label: 'Home', icon: 'home' },
  { path: '/playground', label: 'Playground', icon: 'playground' },
  { path: '/logs', label: 'Logs', icon: 'logs' },
  { path: '/pipelines', label: 'Pipelines', icon: 'pipelines' },
  { path: '/webhooks', label: 'Webhooks', icon: 'webhooks' },
  { path: '/collections', label: 'Collections', icon: 'collections' },
  { path: '/models', label: 'Models', icon: 'models' },
  { path: '/plugins', label: 'Plugins', icon: 'plugins' },
  { path: '/keys', label: 'API Keys', icon: 'keys' },
  { path: '/secrets', label: 'Secrets', icon: 'keys' },
  { path: '/usage', label: 'Usage', icon: 'usage' },
  { path: '/audit', label: 'Audit log', icon: 'docs' },
];
