import { HttpTransport, type HttpTransportOptions } from './httpTransport';

/** Sends with undici, directly or through proxies. undici loads on the first request. */
export class UndiciTransport extends HttpTransport {
  constructor(options: HttpTransportOptions) {
    super(options, async (endpoint, settings) => {
      const { createDispatcher } = await import('./undici/dispatcher');
      return createDispatcher(endpoint, settings);
    });
  }
}
