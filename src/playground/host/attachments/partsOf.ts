import type { AttachedPart, KeptAttachment } from '../../conversation';
import type { AttachedParts } from '../transcript';

/** Attachments that are there, as the first parts of a message. */
export function partsOf(attachments: readonly KeptAttachment[]): AttachedParts {
  const sent = attachments.flatMap(({ part, name, expiresAt }) =>
    part ? [{ part, name, expiresAt }] : [],
  );
  const attached = sent.map(({ name, expiresAt }, part): AttachedPart => ({
    part,
    name,
    ...(expiresAt !== undefined && { expiresAt }),
  }));
  return { parts: sent.map(({ part }) => part), attached };
}
