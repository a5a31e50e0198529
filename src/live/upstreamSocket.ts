import { type ClientRequest, type IncomingMessage, STATUS_CODES } from 'node:http';
import { WebSocket } from 'ws';
import { REQUEST_BYTES } from '../api/schema/fieldLimits';
import type { SourceWebSocket } from '../emulator/responseSource';
import { textOf } from './channel';
import { closeSocket } from './closeCodes';

export const connectUpstream: SourceWebSocket['connect'] = (address, { headers, agent }, heard) => {
  const socket = new WebSocket(address, {
    headers,
    agent,
    maxPayload: REQUEST_BYTES,
    perMessageDeflate: false,
  });
  const waiting: string[] = [];
  let why: string | undefined;
  const { host } = new URL(address);
  socket.once('open', () => {
    for (const text of waiting.splice(0)) socket.send(text);
  });
  socket.on('message', (data) => heard.send(textOf(data)));
  socket.once('unexpected-response', (request: ClientRequest, { statusCode }: IncomingMessage) => {
    why = `The upstream ${host} responded with ${statusCode} ${STATUS_CODES[statusCode ?? 0] ?? ''}.`;
    request.destroy();
    socket.terminate();
  });
  socket.on(
    'error',
    ({ message }) => (why ??= `The upstream ${host} isn’t responding: ${message}.`),
  );
  socket.once('close', (code, reason) => {
    if (why === undefined) heard.close(code, reason.toString());
    else heard.failed(why);
  });
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.CONNECTING) waiting.push(text);
      else socket.send(text, () => undefined);
    },
    close: (code, reason) => closeSocket(socket, { code, reason }),
  };
};
