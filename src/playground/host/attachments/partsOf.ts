import type { AttachedPart, KeptAttachment } from '../../conversation';
import type { AttachedParts } from '../transcript';

/** Attachments that are there, as the first parts of a message. */
export function partsOf(attachments: readonly KeptAttachment[]): AttachedParts {
  const sent = attachments.flatMap(({ part, name, expiresAt, source }) =>
    part ? [{ part, name, expiresAt, source }] : [],
  );
  const attached = sent.map(({ name, expiresAt, source }, part): AttachedPart => ({
    part,
    name,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(source && { source }),
  }));
  return { parts: sent.map(({ part }) => part), attached };
}
