import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { admitFirst } from './admission';
import type { Service } from './exchange';
import type { Credentials } from './identity/identity';
import {
  folderOf,
  newCredentials,
  openSession,
  openWorld,
  type Session,
  type SessionWorld,
  type Shared,
} from './session';
import { StatusError } from './status';

/** What addresses of a named session begin with, and what follows for the service. `.` and `..` are steps in an address. */
const NAMED = /^\/s\/(?!\.{1,2}(?:[/?]|$))([\w.~-]{1,64})(?=[/?]|$)(.*)$/s;

/** An address that would be one of a session. */
const MEANT = /^\/s\/[^/?]/;

/** A program that takes a new name for each test is none that forgets to: every session has a service in memory. */
const MOST = 10_000;

/**
 * The sessions of an emulator: `http://127.0.0.1:PORT` is one, and every `http://127.0.0.1:PORT/s/NAME` another, which
 * begins with the first request that is let in. They share nothing but the port and the credentials, so that tests run beside each
 * other.
 */
export class Sessions {
  readonly #shared: Shared;
  readonly #main: Session;
  readonly #named = new Map<string, Promise<Session>>();
  readonly #newcomers: Credentials;
  /** Whether sessions begin with recordings or an upstream, which judge credentials themselves. */
  readonly #beginsStoodIn: boolean;

  constructor(shared: Shared, main: SessionWorld) {
    this.#shared = shared;
    this.#main = openSession(shared, main, '');
    this.#newcomers = newCredentials(shared);
    this.#beginsStoodIn = this.#main.service.standIn?.isOn === true;
  }

  /**
   * The service that a request is for; its address is from now on the one within that service. Never rejects: where there
   * is none, the answer is an error.
   */
  async of(request: IncomingMessage): Promise<Service> {
    const [, name, rest = ''] = NAMED.exec(request.url ?? '') ?? [];
    if (name === undefined) {
      const isMeant = MEANT.test(request.url ?? '');
      return isMeant ? refusing(this.#main.service, badName()) : this.#main.service;
    }
    const url = rest.startsWith('/') ? rest : `/${rest}`;
    try {
      const known = this.#named.get(name);
      if (!known) this.#admit(name, request, url);
      const session = await (known ?? this.#open(name));
      request.url = url;
      return session.service;
    } catch (error) {
      return refusing(this.#main.service, error);
    }
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    const named = await Promise.allSettled(this.#named.values());
    const open = named.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    await Promise.all([this.#main, ...open].map((session) => session.close()));
  }

  /** Throws what a request is refused with that would begin a session. */
  #admit(name: string, { method, headers, rawHeaders }: IncomingMessage, url: string): void {
    const { service } = this.#main;
    const folder = folderOf(name, this.#shared.options.dataFolder);
    // Somebody may have signed in there.
    const isThere = folder !== undefined && existsSync(folder);
    if (isThere || this.#beginsStoodIn) service.guard.check({ method, headers, rawHeaders, url });
    else admitFirst(service, this.#newcomers, { method, headers, rawHeaders, url });
  }

  #open(name: string): Promise<Session> {
    if (this.#named.size >= MOST) {
      throw new StatusError(
        429,
        `The emulator has ${MOST} sessions, which is as many as it takes.`,
      );
    }
    const opened = openWorld(this.#shared, name).then((world) =>
      openSession(this.#shared, world, `/s/${name}`),
    );
    this.#named.set(name, opened);
    // Its data may be usable again the next time.
    opened.catch(() => this.#named.delete(name));
    return opened;
  }
}

/** Otherwise it would be a path that nobody knows, with an answer that has nothing to read in it. */
function badName(): StatusError {
  return new StatusError(
    404,
    'The address names no session: names have 1 to 64 letters, digits, dots, dashes, underlines and tildes.',
  );
}

/** A service that lets nobody in. */
function refusing(service: Service, error: unknown): Service {
  const guard = {
    check: () => {
      throw error;
    },
  };
  return { ...service, guard };
}
