import type { ConversationDocument } from '../conversationDocument';
import type { Wanted } from '../modelChoice';
import { requestBody } from '../requestBody';
import type { SessionServices } from '../services';
import { withAttachments } from '../transcript';
import { Attachments, type AttachmentsParts } from './attachments';
import { roomBeside } from './requestSize';

/** The attachments of a conversation's next message; what changes of them is on disk a moment later. */
export function documentAttachments(
  document: ConversationDocument,
  services: SessionServices,
  target: () => Wanted,
  { onDidChange, onDidProgress }: Pick<AttachmentsParts, 'onDidChange' | 'onDidProgress'>,
): Attachments {
  const attachments: Attachments = new Attachments(document.head.attachments ?? [], {
    ...services,
    onDidProgress,
    connection: () => target().connection,
    room: () => roomBeside(requestBody(document.head, target().version)),
    onDidChange: () => {
      document.update((head) => withAttachments(head, attachments.kept));
      onDidChange();
    },
  });
  return attachments;
}
