/** What the addresses begin with that the server answers itself. Every other one is a page of the app, or a file of it. */
export const SERVER_PATHS = [
  'trpc',
  'imports',
  'files',
  'identity',
  'app-config.json',
  'mails/stop',
  'meta',
  'security-check',
  'healthz',
  'readyz',
  'metrics',
  'dev',
  'redirects/adsRedirect',
  'redirects/spRedirect',
] as const
