import {
  ACTIVITY_VIEW,
  contextKey,
  CONVERSATIONS_VIEW,
  GET_STARTED,
  PANEL_CONTAINER,
  PLAYGROUND_PANEL,
  PREFIX,
  RESOURCES_VIEW,
  SEARCH_VIEW,
  SET_UP_OAUTH,
  TRAFFIC_VIEW,
} from './ids';
import type { SettingName } from './settings';

/** Adds a text to package.nls.json by its key, and gives what package.json names it with. */
export type AddText = (key: string, text: string) => string;

const UNCONFIGURED = `${contextKey('state')} == unconfigured`;
const TRAFFIC_IS_KEPT = `config.${PREFIX}.${'traffic.enabled' satisfies SettingName}`;
const icon = 'media/icon.svg';

/** The containers and the views of package.json, and what a view says while it is empty. */
export function views(add: AddText) {
  const title = add('container.title', 'Gemini API');
  return {
    viewsContainers: {
      activitybar: [{ id: PREFIX, title, icon }],
      panel: [{ id: PANEL_CONTAINER, title, icon }],
    },
    views: {
      [PREFIX]: [
        {
          id: RESOURCES_VIEW,
          name: add('view.resources', 'Resources'),
          contextualTitle: add('view.resources.context', 'Gemini API resources'),
          icon,
        },
        {
          id: CONVERSATIONS_VIEW,
          name: add('view.conversations', 'Conversations'),
          visibility: 'collapsed',
          icon,
        },
      ],
      // Beside each other they need the width of the panel; the sidebar is for what one works on.
      [PANEL_CONTAINER]: [
        {
          id: SEARCH_VIEW,
          name: add('view.search', 'Search Results'),
          when: contextKey('hasSearch'),
          icon,
        },
        { id: ACTIVITY_VIEW, name: add('view.activity', 'Activity'), icon },
        { id: TRAFFIC_VIEW, name: add('view.traffic', 'Traffic'), icon },
      ],
    },
    viewsWelcome: [
      // One button, which needs nothing; the rest are links in sentences.
      {
        view: RESOURCES_VIEW,
        contents: add(
          'welcome.emulator',
          'The built-in emulator answers on this machine, without an account or a network.\n[Use Emulator](command:generativeLanguage.useEmulator)',
        ),
        when: UNCONFIGURED,
      },
      {
        view: RESOURCES_VIEW,
        contents: add(
          'welcome.geminiKey',
          'Your environment has an API key: [Use GEMINI_API_KEY](command:generativeLanguage.importEnvironment)',
        ),
        when: `${UNCONFIGURED} && ${contextKey('environmentKey')} == GEMINI_API_KEY`,
      },
      {
        view: RESOURCES_VIEW,
        contents: add(
          'welcome.googleKey',
          'Your environment has an API key: [Use GOOGLE_API_KEY](command:generativeLanguage.importEnvironment)',
        ),
        when: `${UNCONFIGURED} && ${contextKey('environmentKey')} == GOOGLE_API_KEY`,
      },
      {
        view: RESOURCES_VIEW,
        contents: add(
          'welcome.others',
          'An API key opens the models of Google’s Generative Language API: [Add API Key…](command:generativeLanguage.addApiKey)\nTuned models and corpora need an account: [Sign In…](command:generativeLanguage.signIn)\nNew here? [Get Started](command:generativeLanguage.getStarted)',
        ),
        when: UNCONFIGURED,
      },
      {
        view: CONVERSATIONS_VIEW,
        contents: add(
          'welcome.noConversations',
          'What you ask in the playground is kept here, on this machine only.\n[Open Playground](command:generativeLanguage.openPlayground)',
        ),
        when: `!${contextKey('isConversationFiltered')}`,
      },
      {
        view: ACTIVITY_VIEW,
        contents: add(
          'welcome.noActivity',
          'Nothing is running. Uploads, imports, exports, deletions and tuning jobs appear here with their progress, and can be undone where possible.',
        ),
      },
      {
        view: TRAFFIC_VIEW,
        contents: add(
          'welcome.noTraffic',
          'No requests yet. What this window sends to a service appears here, newest first, and so do requests of programs that [use the emulator in terminals and debugging](command:generativeLanguage.useEmulatorInTerminals). They are kept in memory, without credentials.',
        ),
        when: TRAFFIC_IS_KEPT,
      },
      {
        view: TRAFFIC_VIEW,
        contents: add(
          'welcome.trafficOff',
          'Requests are not kept: a setting is off. The [network ledger](command:generativeLanguage.showLedger) counts them all the same.\n[Open Setting](command:workbench.action.openSettings?%5B%22generativeLanguage.traffic.enabled%22%5D)',
        ),
        when: `!${TRAFFIC_IS_KEPT}`,
      },
    ],
  };
}

/** A step of a walkthrough; `picture` is the file in media/walkthrough, and `alt` what it shows. */
interface Step {
  readonly title: string;
  /** What VS Code takes for its end, whichever way leads there. Absent: the links and commands of its text. */
  readonly doneBy?: readonly string[];
  readonly text: string;
  readonly picture: string;
  readonly alt: string;
}

const signInPicture = {
  picture: 'signIn',
  alt: 'A page with a warning in the browser, and the account in VS Code',
} as const;

/** The steps of *Get Started*, in order. */
const getStartedSteps: { readonly [id: string]: Step } = {
  connect: {
    title: 'Connect',
    text: 'The built-in emulator answers on this machine, without an account or a network. With an API key you reach Google’s service: the models and the playground, but neither tuned models nor corpora.\n[Use Emulator](command:generativeLanguage.useEmulator)\n[Add API Key…](command:generativeLanguage.addApiKey)\nKeys come from [Google AI Studio](https://aistudio.google.com/apikey).',
    doneBy: [`onContext:${contextKey('state')} == connected`],
    picture: 'connect',
    alt: 'A plug between VS Code and a service',
  },
  browse: {
    title: 'See what there is',
    text: 'Expand **Models**, and point at a row for its details. Enter opens it as JSON.\n[Show Resources](command:generativeLanguage.resources.focus)',
    doneBy: [`onView:${RESOURCES_VIEW}`],
    picture: 'browse',
    alt: 'A tree of resources beside an editor',
  },
  ask: {
    title: 'Ask a model',
    text: 'Type a question and press Enter. The answer comes while it is made, and Esc stops it.\n[Open Playground](command:generativeLanguage.openPlayground)',
    doneBy: [`onContext:activeWebviewPanelId == ${PLAYGROUND_PANEL}`],
    picture: 'ask',
    alt: 'A question and its answer in a panel',
  },
  account: {
    title: 'Sign in for more',
    text: 'Tuned models, corpora and sharing need an account, and signing in needs an OAuth client of your own.\n[Set Up OAuth…](command:generativeLanguage.setUpOAuth)',
    doneBy: [`onContext:${contextKey('accounts')} == some`],
    ...signInPicture,
  },
};

/** The steps of *Set Up OAuth…*, in order. */
const setUpSteps: { readonly [id: string]: Step } = {
  project: {
    title: 'Choose a project and enable the API',
    text: 'Usage and quota are counted for a project of Google Cloud. Select one at the top of the page, or create one, then choose **Enable**.\n[Open the API in Google Cloud](https://console.cloud.google.com/apis/library/generativelanguage.googleapis.com)',
    picture: 'project',
    alt: 'The page of the API with its button to enable it',
  },
  consent: {
    title: 'Fill in the consent screen',
    text: 'Google shows it when you sign in. Give the app any name, and choose **External** as its audience. No scopes need to be added.\n[Open Consent Screen](https://console.cloud.google.com/auth/overview)',
    picture: 'consent',
    alt: 'A form in which External is chosen',
  },
  testUsers: {
    title: 'Add yourself to the test users',
    text: 'While the app is in testing, only its test users can sign in; add the account that owns the project too. Everyone else is told that access is blocked.\nAn app for people outside your organization has to be published, and verified by Google: with a home page, a privacy policy and a domain of yours. Until it is verified, at most 100 people can sign in, past a warning.\n[Open Audience Page](https://console.cloud.google.com/auth/audience)',
    picture: 'testUsers',
    alt: 'A list of users with a button to add one',
  },
  client: {
    title: 'Create an OAuth client for desktop apps',
    text: 'Choose **Desktop app** as the application type and download the JSON file at the end. A client serves one platform: one for web applications or phones does not work here, so create another beside it. Keep the file out of version control.\n[Open Clients Page](https://console.cloud.google.com/auth/clients)',
    picture: 'client',
    alt: 'A form for the type of the client, and the file that comes of it',
  },
  signIn: {
    title: 'Sign in',
    text: 'Choose the downloaded file; the rest happens in your browser. The warning “Google hasn’t verified this app” is expected, because the app is your own: choose **Continue**. While the app is in testing, every sign-in ends after 7 days; publish the app to stay signed in for longer.\n[Sign In…](command:generativeLanguage.signIn)\nIf the browser cannot reach this window, as in some remote windows, copy the address of its last page into the box that waits in VS Code.',
    doneBy: [`onContext:${contextKey('accounts')} == some`],
    ...signInPicture,
  },
  diagnose: {
    title: 'Check the connection',
    text: 'Goes through everything that can be wrong, from the client file to a real call, and offers what repairs it.\n[Diagnose Connection…](command:generativeLanguage.diagnoseConnection)',
    picture: 'diagnose',
    alt: 'A list of checks, one of them with a button to repair it',
  },
};

/**
 * What package.json contributes. Where a step names no end, it is done once its link or command was used: VS Code takes
 * that from the buttons in its text. Without a condition VS Code would open the walkthrough for everyone who installs
 * the extension, also for those who have a key; with this one it is listed once the extension is in use.
 */
export function walkthroughs(add: AddText) {
  const steps = (name: string, all: typeof setUpSteps) =>
    Object.entries(all).map(([id, { title, text, doneBy, picture, alt }]) => ({
      id,
      title: add(`${name}.${id}.title`, title),
      description: add(`${name}.${id}.description`, text),
      ...(doneBy && { completionEvents: doneBy }),
      media: {
        svg: `media/walkthrough/${picture}.svg`,
        altText: add(`${picture === 'signIn' ? 'walkthrough' : name}.${picture}.picture`, alt),
      },
    }));
  return [
    {
      id: GET_STARTED,
      title: add('getStarted.title', 'Get Started with the Gemini API'),
      description: add(
        'getStarted.description',
        'Connect, look at what there is, and ask a model. None of it needs an account.',
      ),
      when: contextKey('state'),
      steps: steps('getStarted', getStartedSteps),
    },
    {
      id: SET_UP_OAUTH,
      title: add('walkthrough.title', 'Set Up OAuth for the Gemini API'),
      description: add(
        'walkthrough.description',
        'Tuned models, corpora and sharing need an account and an OAuth client.',
      ),
      when: contextKey('state'),
      steps: steps('walkthrough', setUpSteps),
    },
  ];
}
