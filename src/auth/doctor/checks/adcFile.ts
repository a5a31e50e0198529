import { adcPath } from '../../oauth/adcFile';
import type { Check } from '../check';

/** The file of the application default credentials; its hints name the command of gcloud that helps. */
export const adcFileCheck: Check = {
  id: 'adcFile',
  title: (l10n) => l10n.t('Application default credentials'),
  appliesTo: ({ auth }) => auth === 'adc',
  async run({ parts, signIns }) {
    await signIns.adc.read();
    const path = adcPath(signIns.surroundings());
    return { state: 'passed', says: parts.l10n.t('They are read from {0}.', path) };
  },
};
