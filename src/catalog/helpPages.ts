/** Pages of Google's documentation and consoles that help where nothing of ours does. */
export const HELP_PAGES = {
  /** Where API keys are made and looked after. */
  keys: 'https://aistudio.google.com/apikey',
  /** What the limits are, and how to get higher ones. */
  quota: 'https://ai.google.dev/gemini-api/docs/rate-limits',
  /** Where the service is offered. */
  location: 'https://ai.google.dev/gemini-api/docs/available-regions',
  /** How application default credentials are set up on one's own machine. */
  adc: 'https://cloud.google.com/docs/authentication/set-up-adc-local-dev-environment',
  /** Who may sign in to an app, and whether it is published. */
  audience: 'https://console.cloud.google.com/auth/audience',
} as const;
