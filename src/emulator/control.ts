import type { IncomingMessage, ServerResponse } from 'node:http';
import { REQUEST_BYTES } from '../api/schema/fieldLimits';
import { AppError } from '../base/errors';
import { isObject } from '../base/json';
import { type Reply, singleReply } from './call';
import { type Action, actions, type ControlTarget } from './controlActions';
import { wrong } from './controlValues';
import { equal } from './digest';
import { FOLLOW_REQUESTS, KEEP_ALIVE } from './openRequests';
import { readJson, type Target } from './http';
import { StatusError } from './status';

export const CONTROL_PATH = '/$emulator/';

const BODY_BYTES = 1024 * 1024;

/** Mocks may contain full responses with media, so the API's own limit applies. */
const ANSWERS_BYTES = REQUEST_BYTES;

/** The control API for tests and scripts, `/$emulator/…`. Requires the control token. */
export class Control {
  readonly #on: ControlTarget;
  readonly #token: string;

  constructor(on: ControlTarget, token: string) {
    this.#on = on;
    this.#token = token;
  }

  /**
   * Handles requests that stay open to hold the emulator or follow requests. Returns false for others.
   * @throws StatusError 403 without the token
   */
  holds(request: IncomingMessage, response: ServerResponse, { path }: Target): boolean {
    const { holds, followers } = this.#on;
    const route = `${request.method} ${path.slice(CONTROL_PATH.length)}`;
    const keep =
      route === `GET ${FOLLOW_REQUESTS}`
        ? followers.follow.bind(followers)
        : route === `GET ${KEEP_ALIVE}` && holds?.hold.bind(holds);
    if (!keep) return false;
    this.requireToken(request);
    keep(request, response);
    return true;
  }

  /** Throws 403 without the token, 404 for unknown paths, 400 for an invalid body. */
  async answer(request: IncomingMessage, target: Target): Promise<Reply> {
    this.requireToken(request);
    const route = `${request.method} ${target.path.slice(CONTROL_PATH.length)}`;
    const action = Object.hasOwn(actions, route) ? actions[route] : this.#ofStandIn(route);
    if (!action) {
      throw new StatusError(
        404,
        `The control API doesn’t support ${request.method} ${target.path}.`,
      );
    }
    const limit = route === 'POST mocks' ? ANSWERS_BYTES : BODY_BYTES;
    const body = request.method === 'POST' ? (await readJson(request, limit)).json : {};
    if (!isObject(body)) throw wrong('The body must be an object.');
    return singleReply(action(this.#on, body, target));
  }

  #ofStandIn(route: string): Action | undefined {
    const { actions: own = {} } = this.#on.standIn ?? {};
    const action = Object.hasOwn(own, route) ? own[route] : undefined;
    if (!action) return undefined;
    return ({ followers }, body) => {
      try {
        const answer = action(body);
        if (route === 'POST mode') followers.sendMode();
        return answer;
      } catch (error) {
        throw error instanceof AppError ? wrong(error.message) : error;
      }
    };
  }

  requireToken({ headers }: Pick<IncomingMessage, 'headers'>): void {
    const token = headers['x-emulator-control'];
    if (typeof token !== 'string' || !equal(token, this.#token)) {
      throw new StatusError(
        403,
        'The control API requires the control token in x-emulator-control.',
      );
    }
  }
}
