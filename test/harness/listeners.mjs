import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

/** State of a socket that waits for connections, in /proc/net/tcp. */
const LISTEN = '0A';

/** @typedef {{ address: string, port: number, inode: string }} Listener `address` as Linux writes it, `127.0.0.1` or `::1`. */

/**
 * Every TCP socket of this machine that waits for connections, of either family (Linux).
 * @returns {Listener[]}
 */
export function listeners() {
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === LISTEN)
      .map((fields) => {
        const [hex = '', port = ''] = (fields[1] ?? '').split(':');
        return { address: readable(hex), port: parseInt(port, 16), inode: fields[9] ?? '' };
      }),
  );
}

/**
 * The sockets on which one process waits for connections; none when it has ended.
 * @param {number} pid
 * @returns {Listener[]}
 */
export function listenersOf(pid) {
  const folder = `/proc/${pid}/fd`;
  const files = unlessGone(() => readdirSync(folder)) ?? [];
  const links = files.map((file) => unlessGone(() => readlinkSync(`${folder}/${file}`)) ?? '');
  const inodes = new Set(links.map((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1]));
  return listeners().filter(({ inode }) => inodes.has(inode));
}

/**
 * Processes end, and files are closed, while they are looked at.
 * @template T
 * @param {() => T} read
 * @returns {T | undefined}
 */
function unlessGone(read) {
  try {
    return read();
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** This machine alone, as Linux writes it. */
const LOOPBACK_6 = '00000000000000000000000001000000';

/** @param {string} hex An address of IPv4 has its bytes in reverse. */
function readable(hex) {
  if (hex === LOOPBACK_6) return '::1';
  return hex.length === 8 ? Buffer.from(hex, 'hex').reverse().join('.') : hex;
}

/** Whether an address that listens is reached from this machine only. @param {Listener} listener */
export const isOwn = ({ address }) => address === '127.0.0.1' || address === '::1';
