import { errorMessage } from '../base/errors';
import type { SocketServer } from '../emulator/upgrade';

/** Serves live sessions. Loads the implementation with the first session to keep startup fast. */
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
