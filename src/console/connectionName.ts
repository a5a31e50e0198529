import type { Event } from '../base/event';
import type { Connection, Connections } from '../service/connection';

/** What a connection is called now, for texts that stay open while it may be renamed. */
export class ConnectionName {
  readonly #connections: Pick<Connections, 'find' | 'onDidChange'>;
  readonly #id: string;
  /** Stays where the connection was removed. */
  #last: string;

  constructor(
    connections: Pick<Connections, 'find' | 'onDidChange'>,
    { id, name }: Pick<Connection, 'id' | 'name'>,
  ) {
    this.#connections = connections;
    this.#id = id;
    this.#last = name;
  }

  get now(): string {
    this.#last = this.#connections.find(this.#id)?.name ?? this.#last;
    return this.#last;
  }

  /** Only of another name: other changes of connections are no reason to write a long text anew. */
  readonly onDidChange: Event<void> = (listener) => {
    let told = this.now;
    return this.#connections.onDidChange(() => {
      if (this.now === told) return;
      told = this.now;
      listener();
    });
  };
}
