import type { IdRule } from '../resources/naming';

/** Ids of tuned models, as the service publishes it. */
export const tunedModelId: IdRule = {
  shape: /^[a-z]([a-z0-9-]{0,38}[a-z0-9])?$/,
  text: 'up to 40 lowercase letters, digits and dashes, a letter first, and no dash at the end',
};

/** What an id is made of where the client chose none, so that a letter comes first. */
export function idSource(displayName = ''): string {
  const letters = displayName.normalize('NFKD').replace(/^[^a-z]+/i, '');
  return letters === '' ? 'tuned-model' : letters;
}
