import type { JsonObject } from '../../../src/api/schema/row';
import type { Attachment } from '../../../src/conversation/model/protocol';
import { openConversation } from '../../../src/conversation/store/conversationIndex';
import { settled } from '../../fakes/settle';
import { REMOTE, SMALL } from './fakeServices';
import { World, type TestSession } from './world';

const HOUR = 3_600_000;
export const MEGABYTE = 1024 * 1024;
export const ENDPOINT = 'https://generativelanguage.googleapis.com/v1beta';

/** Files of the user and of the service, and a session that they can be attached to. */
export class AttachmentWorld extends World {
  constructor() {
    super();
    const { files } = this.uploads;
    files.set('/kite.png', { mimeType: 'image/png', content: Buffer.from('a picture') });
    files.set('/main.py', { mimeType: 'text/x-python', content: Buffer.from('print(1)') });
    files.set('/film.mp4', { mimeType: 'video/mp4', content: 50 * MEGABYTE });
    files.set('/box.zip', { mimeType: 'application/zip', content: Buffer.from('PK') });
    files.set('/empty.txt', { mimeType: 'text/plain', content: new Uint8Array() });
  }

  /** As the service describes it; it goes after so many hours. */
  file(id: string, over: JsonObject = {}, hours = 48): JsonObject {
    return {
      name: `files/${id}`,
      displayName: `${id}.mp4`,
      mimeType: 'video/mp4',
      sizeBytes: String(50 * MEGABYTE),
      uri: `${ENDPOINT}/files/${id}`,
      state: 'ACTIVE',
      expirationTime: new Date(this.clock.now() + hours * HOUR).toISOString(),
      ...over,
    };
  }

  /** Remembers that this machine has sent a file. */
  remember(id: string, path: string, hours: number): void {
    const source = {
      name: `files/${id}`,
      displayName: `${id}.mp4`,
      mimeType: 'video/mp4',
      path,
      expiresAt: this.clock.now() + hours * HOUR,
    };
    this.uploads.remembered.set(`files/${id}`, source);
    this.uploads.remembered.set(`${ENDPOINT}/files/${id}`, source);
  }

  passHours(hours: number): void {
    this.clock.advance(hours * HOUR);
  }

  /** As after the window was closed and opened again. */
  async reopen(session: TestSession): Promise<TestSession> {
    await session.close();
    const beginning = { connection: REMOTE.id, model: SMALL.name, settings: {} };
    const { conversations } = this.services;
    const { conversation } = session.state;
    return await this.openWith(
      await openConversation(conversations, conversation, beginning, this.clock.now()),
    );
  }
}

/** Attaches files of the user by their paths, and lets them be read. */
export async function attach(session: TestSession, ...paths: readonly string[]): Promise<void> {
  await settled(session.attachments.attachUris(paths.map((path) => `file://${path}`)));
}

/** The only attachment of the next message. */
export function onlyOne(session: TestSession): Attachment {
  const [only, ...others] = session.state.attachments;
  if (!only || others.length > 0) throw new Error(`There are ${others.length + 1} attachments`);
  return only;
}

/** Names and states of what goes with the next message. */
export function states(session: TestSession): readonly string[] {
  return session.state.attachments.map(({ name, kind, state }) => `${name} ${kind} ${state}`);
}
