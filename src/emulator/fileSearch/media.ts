import { textAt } from '../../base/json';
import { type Handler, singleReply } from '../call';
import { addContent, contentBlocks } from '../fileContent';
import { nameIn } from '../records';
import type { HandlerContext } from '../handlerContext';
import { requireInStore, storeOf } from './storeResources';

const PICTURE = /^image\//i;

export function isPicture(mimeType: string): boolean {
  return PICTURE.test(mimeType);
}

function mediaName(document: string): string {
  return nameIn(storeOf(document), 'media', document.slice(document.lastIndexOf('/') + 1));
}

export function addMedia(
  world: HandlerContext,
  document: string,
  { mimeType, content }: { readonly mimeType: string; readonly content: Buffer },
): string {
  const name = mediaName(document);
  const resource = { mimeType, sizeBytes: String(content.length) };
  world.state.insert('media', { name, parent: storeOf(document), resource, hidden: {} });
  addContent(world, name, [content]);
  return name;
}

export function removeMedia(world: HandlerContext, document: string): void {
  const name = mediaName(document);
  world.state.removeBelow(name);
  world.state.remove('media', name);
}

/** Returns the image bytes. Without `alt=media`, returns an empty message. */
export const downloadMedia: Handler = (call, world) => {
  const { name, resource } = requireInStore(world, 'media', call.path.name ?? '');
  if (!call.isMedia) return singleReply({});
  return {
    steps: [],
    media: {
      contentType: textAt(resource, 'mimeType'),
      bytes: Number(textAt(resource, 'sizeBytes')),
      blocks: contentBlocks(world, name),
    },
  };
};
