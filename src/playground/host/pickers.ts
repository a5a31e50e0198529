import type { Prompts } from '../../platform/prompts';
import type { ChoiceListName } from '../../conversation/model/choices';
import { type Choices, pickFrom } from './choices';
import {
  answererChoices,
  connectionChoices,
  modeChoices,
  type TargetChoicesDeps,
  versionChoices,
} from './targetChoices';
import { cacheChoices, type CacheChoicesDeps } from './cacheChoices';
import type { SessionServices } from '../../conversation/session/context';
import type { Session } from '../../conversation/session/session';

/** What a panel's requests are made with. */
export type TargetList = Exclude<ChoiceListName, 'turn'>;

/** What the lists need. */
type PickerDeps = TargetChoicesDeps & CacheChoicesDeps;

const LISTS: {
  readonly [N in TargetList]: (deps: PickerDeps, session: Session) => Choices;
} = {
  model: (deps, session) => answererChoices(deps, session),
  mode(deps, session) {
    // An answer that arrives belongs to what was asked for.
    session.refuseWhileStreaming();
    return modeChoices(deps, session);
  },
  version: versionChoices,
  connection: connectionChoices,
  cache: cacheChoices,
};

/** What a panel's requests are made with, to be chosen: as lists for the panel, or from VS Code's own. */
export class Pickers {
  readonly #deps: TargetChoicesDeps & { readonly prompts: Prompts };

  constructor(services: SessionServices, prompts: Prompts) {
    this.#deps = { services, prompts };
  }

  choices(list: TargetList, session: Session): Choices {
    return LISTS[list](this.#deps, session);
  }

  /** The models, for something that the chosen one is needed for: `use` gets what makes it the conversation's. */
  answerer(session: Session, use: (take: () => void) => Promise<void>): Choices {
    return answererChoices(this.#deps, session, use);
  }

  /** Shows VS Code's own list; answers whether something was chosen. */
  async pick(list: TargetList, session: Session): Promise<boolean> {
    return await pickFrom(this.#deps.prompts, this.choices(list, session));
  }

  /** The same for the model. */
  async model(session: Session): Promise<boolean> {
    return await this.pick('model', session);
  }
}
