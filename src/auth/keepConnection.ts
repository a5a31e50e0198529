import { EMULATOR_ID, type Connection } from '../service/connection';
import type { ConnectionList } from './connectionList';

/**
 * Adds a connection and makes it the one of this window; of new windows too where they would have none, or
 * the emulator.
 * @param undo takes back what was stored for it, where it can't be added.
 */
export async function keepConnection(
  connections: ConnectionList,
  connection: Connection,
  undo: () => Promise<unknown>,
): Promise<void> {
  try {
    await connections.add(connection);
  } catch (error) {
    // Why it can't be added is what there is to say, whether or not this works too.
    await Promise.allSettled([undo()]);
    throw error;
  }
  await activateByDefault(connections, connection.id);
}

/** Makes a connection that was just set up the active one, as `keepConnection` does. */
export async function activateByDefault(connections: ConnectionList, id: string): Promise<void> {
  const { default: usual } = connections;
  const everywhere = usual === undefined || usual.id === EMULATOR_ID;
  await connections.activate(id, { everywhere });
}
