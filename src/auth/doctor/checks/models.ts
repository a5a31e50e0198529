import type { Check } from '../check';

/** A real call, as the service's own documentation tests a sign-in: the names in `GET /v1beta3/models`. */
export const modelsCheck: Check = {
  id: 'models',
  title: (l10n) => l10n.t('Call of the service'),
  appliesTo: () => true,
  needs: ['emulator', 'key', 'token', 'project', 'api'],
  async run({ parts, call }) {
    const { l10n } = parts;
    const { error, version = '', models = [] } = await call();
    if (error) throw error;
    const says =
      models.length === 0
        ? l10n.t('GET /{0}/models answers, without a model.', version)
        : l10n.t('GET /{0}/models answers with {1}.', version, models.join(', '));
    return { state: 'passed', says };
  },
};
