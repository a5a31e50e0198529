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

/** Adds text to package.nls.json by key and returns its reference for package.json. */
export type AddText = (key: string, text: string) => string;

const UNCONFIGURED = `${contextKey('state')} == unconfigured`;
const TRAFFIC_IS_KEPT = `config.${PREFIX}.${'traffic.enabled' satisfies SettingName}`;
const icon = 'media/icon.svg';

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
          initialSize: 3,
          icon,
        },
        {
          id: CONVERSATIONS_VIEW,
          name: add('view.conversations', 'Conversations'),
          initialSize: 1,
          icon,
        },
      ],
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
      {
        view: RESOURCES_VIEW,
        contents: add(
          'welcome.emulator',
          'Try everything locally with the built-in emulator. No account or network needed.\n[Use Emulator](command:generativeLanguage.useEmulator)',
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
          'Use the Gemini API with your own API key: [Add API Key…](command:generativeLanguage.addApiKey)\nTuned models and corpora require an account: [Sign In…](command:generativeLanguage.signIn)\nNew here? [Get Started](command:generativeLanguage.getStarted)',
        ),
        when: UNCONFIGURED,
      },
      {
        view: CONVERSATIONS_VIEW,
        contents: add(
          'welcome.noConversations',
          '[Open the playground](command:generativeLanguage.openPlayground) to start a conversation. Conversations are stored only on this machine.',
        ),
        when: `!${contextKey('isConversationFiltered')}`,
      },
      {
        view: ACTIVITY_VIEW,
        contents: add(
          'welcome.noActivity',
          'No jobs are running. Uploads, imports, exports, deletions, and tuning jobs appear here with their progress. You can undo some of them.',
        ),
      },
      {
        view: TRAFFIC_VIEW,
        contents: add(
          'welcome.noTraffic',
          'No requests yet. Requests from this window and from apps that [use the emulator](command:generativeLanguage.useEmulatorInTerminals) appear here, newest first. They are kept in memory, without credentials.',
        ),
        when: TRAFFIC_IS_KEPT,
      },
      {
        view: TRAFFIC_VIEW,
        contents: add(
          'welcome.trafficOff',
          'Requests aren’t stored because a setting is off. [Contacted hosts](command:generativeLanguage.showLedger) are still counted.\n[Open Setting](command:workbench.action.openSettings?%5B%22generativeLanguage.traffic.enabled%22%5D)',
        ),
        when: `!${TRAFFIC_IS_KEPT}`,
      },
    ],
  };
}

interface Step {
  readonly title: string;
  /** Completion events. Default: the links and commands of its text. */
  readonly doneBy?: readonly string[];
  readonly text: string;
  readonly picture: string;
  readonly alt: string;
}

const signInPicture = {
  picture: 'signIn',
  alt: 'A browser page with a warning, and the account in VS Code',
} as const;

const getStartedSteps: { readonly [id: string]: Step } = {
  connect: {
    title: 'Connect',
    text: 'Try everything locally with the built-in emulator, without an account or a network. With an API key, you can use live Gemini API models in the playground. Tuned models and corpora require signing in.\n[Use Emulator](command:generativeLanguage.useEmulator)\n[Add API Key…](command:generativeLanguage.addApiKey)\nGet a key from [Google AI Studio](https://aistudio.google.com/apikey).',
    doneBy: [`onContext:${contextKey('state')} == connected`],
    picture: 'connect',
    alt: 'A plug that connects VS Code and the API',
  },
  browse: {
    title: 'Browse models and resources',
    text: 'Expand **Models** and hover over a model for its details. Press Enter to open it as JSON.\n[Show Resources](command:generativeLanguage.resources.focus)',
    doneBy: [`onView:${RESOURCES_VIEW}`],
    picture: 'browse',
    alt: 'The resource tree next to an editor',
  },
  ask: {
    title: 'Chat with a model',
    text: 'Type a prompt and press Enter. Responses stream in as they’re generated. Press Esc to stop.\n[Open Playground](command:generativeLanguage.openPlayground)',
    doneBy: [`onContext:activeWebviewPanelId == ${PLAYGROUND_PANEL}`],
    picture: 'ask',
    alt: 'A prompt and its response in the playground',
  },
  account: {
    title: 'Sign in for more features',
    text: 'Tuned models, corpora, and sharing require an account. Signing in requires your own OAuth client.\n[Set Up OAuth…](command:generativeLanguage.setUpOAuth)',
    doneBy: [`onContext:${contextKey('accounts')} == some`],
    ...signInPicture,
  },
};

const setUpSteps: { readonly [id: string]: Step } = {
  project: {
    title: 'Select a project and enable the API',
    text: 'Usage counts against the quota of a Google Cloud project. Select or create a project at the top of the page, then choose **Enable**.\n[Open the API in Google Cloud](https://console.cloud.google.com/apis/library/generativelanguage.googleapis.com)',
    picture: 'project',
    alt: 'The API’s page with its Enable button',
  },
  consent: {
    title: 'Configure the consent screen',
    text: 'Google shows this screen when you sign in. Enter any app name and select **External** as the audience. You don’t need to add scopes.\n[Open Consent Screen](https://console.cloud.google.com/auth/overview)',
    picture: 'consent',
    alt: 'A form with External selected',
  },
  testUsers: {
    title: 'Add yourself as a test user',
    text: 'While the app is in testing, only test users can sign in, so add your account even if it owns the project. Everyone else sees that access is blocked.\nAn app for people outside your organization must be published and verified by Google. Verification requires a home page, a privacy policy, and your own domain. Until then, up to 100 people can sign in after a warning.\n[Open Audience Page](https://console.cloud.google.com/auth/audience)',
    picture: 'testUsers',
    alt: 'A user list with a button to add a user',
  },
  client: {
    title: 'Create an OAuth client for desktop apps',
    text: 'Select **Desktop app** as the application type and download the JSON file at the end. Clients for web or mobile apps don’t work here, so create another one. Don’t commit the file.\n[Open Clients Page](https://console.cloud.google.com/auth/clients)',
    picture: 'client',
    alt: 'A form for the client type, and the downloaded file',
  },
  signIn: {
    title: 'Sign in',
    text: 'Select the downloaded file, and continue in your browser. Google shows “Google hasn’t verified this app” because the app is your own. Choose **Continue**. While the app is in testing, sign-ins expire after 7 days. To stay signed in longer, publish the app.\n[Sign In…](command:generativeLanguage.signIn)\nIf the browser can’t reach this window, which can happen in remote windows, paste the URL from its address bar into the sign-in dialog.',
    doneBy: [`onContext:${contextKey('accounts')} == some`],
    ...signInPicture,
  },
  diagnose: {
    title: 'Check the connection',
    text: 'Checks everything from the client file to a test request, and offers fixes.\n[Diagnose Connection…](command:generativeLanguage.diagnoseConnection)',
    picture: 'diagnose',
    alt: 'A list of checks, one of them with a button to fix it',
  },
};

/**
 * Returns the walkthroughs of package.json. VS Code completes steps without events when their links are used. The
 * `when` clause prevents the walkthrough from opening upon installation.
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
        'Connect, browse your resources, and chat with a model. No account required.',
      ),
      when: contextKey('state'),
      steps: steps('getStarted', getStartedSteps),
    },
    {
      id: SET_UP_OAUTH,
      title: add('walkthrough.title', 'Set Up OAuth for the Gemini API'),
      description: add(
        'walkthrough.description',
        'Tuned models, corpora, and sharing require an account and an OAuth client.',
      ),
      when: contextKey('state'),
      steps: steps('walkthrough', setUpSteps),
    },
  ];
}
