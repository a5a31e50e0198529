import { errorMessage } from '../base/errors';
import type { SocketServer } from '../emulator/upgrade';

/** The live sessions of an emulator. What serves them is loaded with the first one, so that no start waits for it. */
export function liveSockets(): SocketServer {
  let loaded: Promise<SocketServer> | undefined;
  const load = (): Promise<SocketServer> => {
    loaded ??= import('../live/liveServer').then(({ LiveServer }) => new LiveServer());
    return loaded;
  };
  return {
    open: (opening) => {
      load()
        .then((server) => server.open(opening))
        .catch((error: unknown) => {
          process.stderr.write(`emulator: ${errorMessage(error)}\n`);
          opening.socket.destroy();
        });
    },
    close: async () => (await loaded)?.close(),
  };
}
