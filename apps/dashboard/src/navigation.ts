/** The pages, in the order of the menu. The service answers each of these paths with the page. */
export const PAGES = [
  { path: '/', label: 'Playground' },
  { path: '/keys', label: 'API Keys' },
  { path: '/usage', label: 'Usage' },
  { path: '/pipelines', label: 'Pipelines' },
  { path: '/webhooks', label: 'Webhooks' },
  { path: '/models', label: 'Models' },
  { path: '/plugins', label: 'Plugins' },
] as const;
