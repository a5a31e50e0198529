// Loaded into a program before itself (`NODE_OPTIONS=--import`): writes down whatever leads out of its process.
import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import net from 'node:net';

const file = process.env.WATCHED_NETWORK ?? '';

/**
 * @param {any} holder
 * @param {string} name
 * @param {(...args: any[]) => string} shown
 */
function watch(holder, name, shown) {
  const original = holder[name];
  /** @this {any} @param {...any} args */
  holder[name] = function (...args) {
    const what = shown(...args);
    if (what !== '') appendFileSync(file, `${what}\n`);
    return original.apply(this, args);
  };
}

// What all others go through, TLS and fetch included.
watch(net.Socket.prototype, 'connect', (first) => {
  const [options] = [first].flat(2);
  return `connect ${options?.host ?? options?.path ?? options}:${options?.port}`;
});
watch(dgram, 'createSocket', () => 'datagram');
/** Who listens asks for addresses by themselves, which nobody else is asked about. @param {string} host */
const isName = (host) => net.isIP(host) === 0;
for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6', 'resolveAny']) {
  watch(dns, name, (host) => (isName(host) ? `${name} ${host}` : ''));
  watch(dns.promises, name, (host) => (isName(host) ? `${name} ${host}` : ''));
}
