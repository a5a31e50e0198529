import type { JsonObject } from '../../../../src/api/schema/row';
import type { ResourceRef } from '../../../../src/catalog/ref';
import type { KindId } from '../../../../src/catalog/kinds';
import { fakeRoom, MINE } from '../../../fakes/room';
import { Rigs } from '../../api/harness';
import { PREFIX, signIn } from '../../emulator/identity/signIn';
import { useEmulator } from '../../emulator/wire';
import type { EmulatorOptions } from '../../../../src/emulator/options';

export const DEMO = 'demo@example.com';
export const ADA = 'ada@example.com';
export const GRACE = 'grace@example.com';

const SCOPE = [PREFIX, `${PREFIX}.tuning`, `${PREFIX}.retriever`].join(' ');

/** A client without the types of single operations. */
interface AnyClient {
  call(id: string, input: object, options?: object): Promise<unknown>;
}

/** People at one emulator, each with a window of their own. */
export function usePeople(options: EmulatorOptions = {}) {
  const emulator = useEmulator(options);
  const rigs = new Rigs();
  after(() => rigs.closeAll());

  async function client(user: string): Promise<AnyClient> {
    const { access_token: token } = await signIn(emulator(), { user, scope: SCOPE });
    const as = { kind: 'bearer', token } as const;
    return rigs.connect(emulator().baseUrl, { as }).client;
  }

  return {
    /** What somebody sees through the service itself. */
    async call(user: string, id: string, input: object): Promise<JsonObject> {
      return (await (await client(user)).call(id, input)) as JsonObject;
    },
    /** Somebody's window, who answers questions like this. */
    async window(user: string, ...answers: readonly (string | undefined)[]) {
      const service = await client(user);
      return fakeRoom(
        ({ id, input, version }) => service.call(id, input, version ? { version } : {}),
        ...answers,
      );
    },
  };
}

/** A resource of the window's connection. */
export function refTo(kind: KindId, name: string): ResourceRef {
  return { connection: MINE.id, version: 'v1beta', kind, name };
}
