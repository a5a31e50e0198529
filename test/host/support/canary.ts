import { createServer, type AddressInfo } from 'node:net';

/** A port to which nothing should ever connect; it notes whatever does. */
export async function startCanary() {
  const seen: string[] = [];
  const server = createServer((socket) => {
    const index = seen.push('(connected)') - 1;
    socket.on('error', () => undefined);
    socket.once('data', (data) => {
      seen[index] = data.toString('latin1').split('\r\n', 1)[0] ?? '';
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    /** The first line of each connection. */
    seen,
    close: (): Promise<void> => new Promise((resolve) => server.close(() => resolve())),
  };
}
