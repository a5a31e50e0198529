import type { Check } from '../check';

/** A real call, as the service's own documentation tests a sign-in: `GET /v1beta3/models`. */
export const modelsCheck: Check = {
  id: 'models',
  title: (l10n) => l10n.t('Call of the service'),
  appliesTo: () => true,
  needs: ['emulator', 'key', 'token', 'project', 'api'],
  async run({ parts, call }) {
    const { error, version = '' } = await call();
    if (error) throw error;
    return { state: 'passed', says: parts.l10n.t('GET /{0}/models answers.', version) };
  },
};
