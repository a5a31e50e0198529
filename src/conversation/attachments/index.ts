/** What other files use of the attachments: those of the next message, how one is loaded, and files sent before. */
export { attachedParts } from './attachmentEntry';
export { type Attachments, documentAttachments } from '../session/attachments';
export { newAttachment } from './droppedItem';
export { loadUserFile } from './loadAttachment';
export {
  fileRefused,
  refusedFile,
  type SentFile,
  sentFiles,
  type StaleFile,
  StaleFiles,
  withFileLeftOut,
} from './staleFiles';
