import type { Version } from '../../../api/versions';
import type { Conversation } from '../../conversation';
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
  const room = rememberedRoom();
  const attachments: Attachments = new Attachments(document.head.attachments ?? [], {
    ...services,
    onDidProgress,
    connection: () => target().connection,
    room: () => room(document.head, target().version),
    onDidChange: () => {
      document.update((head) => withAttachments(head, attachments.kept));
      onDidChange();
    },
  });
  return attachments;
}

/** Measuring a long conversation takes a while, and many files may be attached at once. */
function rememberedRoom(): (conversation: Conversation, version: Version) => number {
  let measured: readonly unknown[] = [];
  let room = 0;
  return (conversation, version) => {
    const { turns, settings, model } = conversation;
    const now = [turns, settings, model, version];
    if (now.some((value, index) => value !== measured[index])) {
      measured = now;
      room = roomBeside(requestBody(conversation, version));
    }
    return room;
  };
}
