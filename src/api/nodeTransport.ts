import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { HttpTransport, type HttpTransportOptions } from './httpTransport';
import type { Sender } from './undici/send';

/** Sends with Node.js `http`, because the emulator package ships without undici. No proxies or uploads. */
export class NodeTransport extends HttpTransport {
  constructor(options: Omit<HttpTransportOptions, 'network'>) {
    super(options, () => NODE_SENDER);
  }
}

const NODE_SENDER: Sender = {
  dispatch({ origin = '', path, method, headers, body }, handler) {
    const url = new URL(path, origin);
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = send(url, { method, headers: headers as Record<string, string> });
    let answer: IncomingMessage | undefined;
    const controller = {
      aborted: false,
      reason: null,
      get paused() {
        return answer?.isPaused() ?? false;
      },
      abort: (reason: Error) => void request.destroy(reason),
      pause: () => void answer?.pause(),
      resume: () => void answer?.resume(),
    };
    const fail = (error: Error): void => handler.onResponseError?.(controller, error);
    request.on('error', fail);
    request.once('response', (message) => {
      answer = message;
      handler.onResponseStart?.(controller, message.statusCode ?? 0, message.headers);
      message.on('error', fail);
      message.on('data', (chunk: Buffer) => handler.onResponseData?.(controller, chunk));
      message.once('end', () => handler.onResponseEnd?.(controller, {}));
    });
    handler.onRequestStart?.(controller, undefined);
    request.end(body);
    return true;
  },
  destroy: () => Promise.resolve(),
};
