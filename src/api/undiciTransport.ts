import { HttpTransport, type HttpTransportOptions } from './httpTransport';

/** Sends over connections of its own, and through proxies. undici is loaded with the first request. */
export class UndiciTransport extends HttpTransport {
  constructor(options: HttpTransportOptions) {
    super(options, async (endpoint, settings) => {
      const { createDispatcher } = await import('./undici/dispatcher');
      return createDispatcher(endpoint, settings);
    });
  }
}
