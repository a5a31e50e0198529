import type { CommandName } from './commands';
import type { SettingName } from './ids';

type CommandKey = `command.${CommandName}`;
type SettingKey = `setting.${SettingName}`;

/** Texts of package.json, by the key it names them with. */
export const nls = {
  'extension.displayName': 'Generative Language',
  'extension.description':
    "Browse and talk to models of Google's Generative Language API (Gemini, PaLM), with a streaming playground and a built-in emulator that needs no account.",
  category: 'Generative Language',
  'container.title': 'Generative Language',
  'view.resources': 'Resources',
  'view.search': 'Search Results',
  'view.conversations': 'Conversations',
  'view.activity': 'Activity',
  'view.traffic': 'Traffic',
  'view.resources.context': 'Generative Language resources',
  'welcome.emulator':
    'The built-in emulator answers on this machine, without an account or a network.\n[Use Emulator](command:generativeLanguage.useEmulator)',
  'welcome.geminiKey':
    'Your environment has an API key: [Use GEMINI_API_KEY](command:generativeLanguage.importEnvironment)',
  'welcome.googleKey':
    'Your environment has an API key: [Use GOOGLE_API_KEY](command:generativeLanguage.importEnvironment)',
  'welcome.others':
    "An API key opens the models of Google's Generative Language API: [Add API Key…](command:generativeLanguage.addApiKey)\nTuned models and corpora need an account: [Sign In…](command:generativeLanguage.signIn)\nNew here? [Get Started](command:generativeLanguage.getStarted)",
  'welcome.noConversations':
    'What you ask in the playground is kept here, on this machine only.\n[Open Playground](command:generativeLanguage.openPlayground)',
  'welcome.noActivity':
    'Nothing runs. Uploads, imports, exports, deletions and trainings appear here, with their progress and a way back where there is one.',
  'welcome.noTraffic':
    'No requests yet. What this window sends to a service appears here, newest first. It is kept in memory, without credentials.',
  'welcome.trafficOff':
    'Requests are not kept: a setting is off. The [network ledger](command:generativeLanguage.showLedger) counts them all the same.\n[Open Setting](command:workbench.action.openSettings?%5B%22generativeLanguage.traffic.enabled%22%5D)',
  'command.addApiKey': 'Add API Key…',
  'command.addApiKeyForEndpoint': 'Add API Key for Another Endpoint…',
  'command.addConnection': 'Add Connection…',
  'command.switchConnection': 'Switch Connection…',
  'command.editConnection': 'Edit Connection…',
  'command.renameConnection': 'Rename Connection…',
  'command.duplicateConnection': 'Duplicate Connection…',
  'command.removeConnection': 'Remove Connection…',
  'command.signIn': 'Sign In…',
  'command.signOut': 'Sign Out…',
  'command.signOutEverywhere': 'Sign Out Everywhere…',
  'command.getStarted': 'Get Started',
  'command.setUpOAuth': 'Set Up OAuth…',
  'command.diagnoseConnection': 'Diagnose Connection…',
  'command.exportAdc': 'Export as Application Default Credentials…',
  'command.importEnvironment': 'Import API Key from Environment Variable…',
  'command.useEmulator': 'Use Emulator',
  'command.startEmulator': 'Start Emulator',
  'command.stopEmulator': 'Stop Emulator',
  'command.resetEmulator': 'Reset Emulator',
  'command.seedEmulator': 'Seed Emulator…',
  'command.manageConnections': 'Manage Connections…',
  'command.showLog': 'Show Log',
  'command.copyDiagnostics': 'Copy Diagnostics',
  'command.refresh': 'Refresh',
  'command.open': 'Open as JSON',
  'command.copyName': 'Copy Name',
  'command.loadMore': 'Load More',
  'command.showError': 'Show Details',
  'command.loadAll': 'Load All',
  'command.create': 'New…',
  'command.rename': 'Rename…',
  'command.delete': 'Delete…',
  'command.editText': 'Edit Text',
  'command.editSelected': 'Edit Selected…',
  'command.importChunks': 'Create Chunks from File…',
  'command.importResource': 'Import…',
  'command.exportResource': 'Export…',
  'command.share': 'Share…',
  'command.changeRole': 'Change Role…',
  'command.transferOwnership': 'Transfer Ownership…',
  'command.auditAccess': 'Audit Access…',
  'command.search': 'Search…',
  'command.answer': 'Answer from Corpus or Document…',
  'command.clearSearch': 'Clear Search Results',
  'command.createTunedModel': 'Create Tuned Model…',
  'command.filterByAccess': 'List Tuned Models by Access…',
  'command.showLoss': 'Show Loss Curve',
  'command.cancelOperation': 'Cancel Operation…',
  'command.uploadFiles': 'Upload to Files API…',
  'command.uploadAgain': 'Upload Again…',
  'command.downloadFile': 'Download…',
  'command.copyUri': 'Copy URI',
  'command.deleteStale': 'Delete Expired or Failed Files…',
  'command.filterResources': 'Filter Resources…',
  'command.clearFilter': 'Clear Filter',
  'command.sortResources': 'Sort and Group Resources…',
  'command.goToResource': 'Go to Resource…',
  'command.restoreDeleted': 'Restore Deleted…',
  'command.cancelActivity': 'Cancel',
  'command.undoActivity': 'Undo',
  'command.openActivity': 'Open',
  'command.pauseActivity': 'Pause',
  'command.resumeActivity': 'Resume',
  'command.retryActivity': 'Retry',
  'command.copyActivityUri': 'Copy URI',
  'command.askActivity': 'Ask About It',
  'command.clearActivity': 'Clear Finished',
  'command.runOperation': 'Run Operation…',
  'command.sendRequest': 'Send Request',
  'command.copyAsCurl': 'Copy as curl',
  'command.compareVersions': 'Send to Another Version and Compare…',
  'command.openDiscovery': 'Open Discovery Document…',
  'command.openExchange': 'Open Exchange',
  'command.replayExchange': 'Send Again',
  'command.clearTraffic': 'Clear Traffic',
  'command.showLedger': 'Show Network Ledger',
  'command.openPlayground': 'Open Playground',
  'command.askAboutFile': 'Ask About It',
  'command.openConversation': 'Open Conversation…',
  'command.showConversation': 'Open Conversation',
  'command.renameConversation': 'Rename Conversation…',
  'command.deleteConversation': 'Delete Conversation',
  'command.exportConversation': 'Export Conversation…',
  'command.importConversation': 'Import Conversation…',
  'command.filterConversations': 'Search Conversations…',
  'command.showAllConversations': 'Show All Conversations',
  'command.runPrompt': 'Run Prompt',
  'command.openPrompt': 'Open Prompt in Playground',
  'command.savePrompt': 'Save as Prompt File…',
  'command.askAboutSelection': 'Ask About Selection',
  'command.addToPlayground': 'Add to Playground',
  'command.compareModels': 'Compare Models',
  'command.getCode': 'Get Code…',
  'command.choosePlaygroundModel': 'Choose Model of Playground…',
  'command.choosePlaygroundMode': 'Choose Mode of Playground…',
  'command.showPlaygroundSettings': 'Show Settings of Playground',
  'command.focusComposer': 'Focus Playground Composer',
  'command.focusLastMessage': 'Focus Last Playground Message',
  'setting.connections':
    'Connections to the service. Use *Add Connection…* to make one: keys and sign-ins are never in a setting. Only your user settings count; a workspace cannot change where they are sent.',
  'setting.connections.id':
    'Eight letters or digits that never change. Documents and the stored key use it.',
  'setting.connections.name': 'The name that you see.',
  'setting.connections.endpoint':
    'Address of the service: scheme, host and port, and the path of a gateway where it has one. Without the API version.',
  'setting.connections.uploadEndpoint':
    'Where files are sent to, if not to the endpoint: scheme, host and port, and the path of a gateway where it has one.',
  'setting.connections.apiVersion':
    'Preferred version of the service. What it does not have is asked from another version.',
  'setting.connections.auth':
    'Kind of credential. `none` sends none, for a gateway that adds its own.',
  'setting.connections.project': 'Project that usage is counted for.',
  'setting.activeConnection':
    'Id of the connection that new windows use; `emulator` for the built-in one. Only your user settings count.',
  'setting.retry.maxAttempts':
    'How often a call is sent at most, the first time included, while the service is busy, a quota per minute is used up or the connection breaks. `0` sends every call once. Only calls that may be repeated are, a shown answer never is, and every wait can be cancelled. Only your user settings count.',
  'setting.timeoutSeconds':
    'Seconds until the whole answer to a call must be there, each time that it is sent. `0` leaves that to the operation: 60 seconds, and 10 minutes for what a model generates. Only your user settings count.',
  'setting.emulator.port':
    'Port of the built-in emulator on this machine, from its next start on. `0` takes a free one, and so does one that is in use. Only your user settings count.',
  'setting.playground.tokenMeter':
    'When the playground counts the tokens of a message before it is sent, which costs a request each time. Only your user settings count.',
  'setting.playground.tokenMeter.live': 'A moment after the last change.',
  'setting.playground.tokenMeter.manual': 'When you click the meter.',
  'setting.playground.tokenMeter.off': 'Never.',
  'getStarted.title': 'Get Started with Generative Language',
  'getStarted.description':
    'Connect, look at what there is, and ask a model. None of it needs an account.',
  'getStarted.connect.title': 'Connect',
  'getStarted.connect.description':
    'The built-in emulator answers on this machine, without an account or a network. With an API key you reach Google’s service: the models and the playground, but neither tuned models nor corpora.\n[Use Emulator](command:generativeLanguage.useEmulator)\n[Add API Key…](command:generativeLanguage.addApiKey)\nKeys come from [Google AI Studio](https://aistudio.google.com/apikey).',
  'getStarted.connect.picture': 'A plug between VS Code and a service',
  'getStarted.browse.title': 'See what there is',
  'getStarted.browse.description':
    'Expand **Models**, and point at a row for its details. Enter opens it as JSON.\n[Show Resources](command:generativeLanguage.resources.focus)',
  'getStarted.browse.picture': 'A tree of resources beside an editor',
  'getStarted.ask.title': 'Ask a model',
  'getStarted.ask.description':
    'Type a question and press Enter. The answer comes while it is made, and Esc stops it.\n[Open Playground](command:generativeLanguage.openPlayground)',
  'getStarted.ask.picture': 'A question and its answer in a panel',
  'getStarted.account.title': 'Sign in for more',
  'getStarted.account.description':
    'Tuned models, corpora and sharing need an account, and signing in needs an OAuth client of your own.\n[Set Up OAuth…](command:generativeLanguage.setUpOAuth)',
  'walkthrough.title': 'Set Up OAuth for Generative Language',
  'walkthrough.description':
    'Tuned models, corpora and sharing need an account, and signing in needs an OAuth client of your own.',
  'walkthrough.project.title': 'Choose a project and enable the API',
  'walkthrough.project.description':
    'Usage and quota are counted for a project of Google Cloud. Select one at the top of the page, or create one, then choose **Enable**.\n[Open the API in Google Cloud](https://console.cloud.google.com/apis/library/generativelanguage.googleapis.com)',
  'walkthrough.project.picture': 'The page of the API with its button to enable it',
  'walkthrough.consent.title': 'Fill in the consent screen',
  'walkthrough.consent.description':
    'Google shows it when you sign in. Give the app any name, and choose **External** as its audience. No scopes need to be added.\n[Open the Consent Screen](https://console.cloud.google.com/auth/overview)',
  'walkthrough.consent.picture': 'A form in which External is chosen',
  'walkthrough.testUsers.title': 'Add yourself to the test users',
  'walkthrough.testUsers.description':
    'While the app is in testing, only its test users can sign in; add the account that owns the project too. Everyone else is told that access is blocked.\nAn app for people outside your organization has to be published, and verified by Google: with a home page, a privacy policy and a domain of yours. Until it is verified, at most 100 people can sign in, past a warning.\n[Open the Audience](https://console.cloud.google.com/auth/audience)',
  'walkthrough.testUsers.picture': 'A list of users with a button to add one',
  'walkthrough.client.title': 'Create an OAuth client for desktop apps',
  'walkthrough.client.description':
    'Choose **Desktop app** as the application type and download the JSON file at the end. A client serves one platform: one for web applications or phones does not work here, so create another beside it. Keep the file out of version control.\n[Open the Clients](https://console.cloud.google.com/auth/clients)',
  'walkthrough.client.picture': 'A form for the type of the client, and the file that comes of it',
  'walkthrough.signIn.title': 'Sign in',
  'walkthrough.signIn.description':
    'Choose the downloaded file; the rest happens in your browser. The warning “Google hasn’t verified this app” is expected, because the app is your own: choose **Continue**. While the app is in testing, every sign-in ends after 7 days; publish the app to stay signed in for longer.\n[Sign In…](command:generativeLanguage.signIn)\nIf the browser cannot reach this window, as in some remote windows, copy the address of its last page into the box that waits in VS Code.',
  'walkthrough.signIn.picture': 'A page with a warning in the browser, and the account in VS Code',
  'walkthrough.diagnose.title': 'Check the connection',
  'walkthrough.diagnose.description':
    'Goes through everything that can be wrong, from the client file to a real call, and offers what repairs it.\n[Diagnose Connection…](command:generativeLanguage.diagnoseConnection)',
  'walkthrough.diagnose.picture': 'A list of checks, one of them with a button to repair it',
  'setting.trash.days':
    'Days for which copies of deleted resources are kept on this machine, for *Restore Deleted…*. With 0, no copies are kept.',
  'setting.upload.parallel': 'How many files are uploaded at once.',
  'setting.upload.chunkMegabytes':
    'Megabytes that one request of an upload carries at most, for proxies that limit the size of requests. With `0`, one request carries the whole file, which is faster.',
  'setting.files.mimeTypes':
    'MIME types for files that are uploaded or attached, by extension (`.ipynb`) or whole name (`Makefile`). They go before the built-in ones: `{ ".log": "text/plain" }`.',
  'setting.files.include': 'Patterns of the files that the upload of a folder takes.',
  'setting.files.exclude':
    'Patterns of the files that the upload of a folder leaves out. What git ignores is left out in any case.',
  'setting.traffic.enabled':
    'Keeps the last requests of a window and their answers in memory, without credentials, for the view *Traffic*. Nothing of it leaves the window. Only your user settings count.',
  'untrusted.description':
    'Everything works except what reads files of the workspace. Connections are never read from workspace settings.',
} as const satisfies { readonly [K in CommandKey | SettingKey]: string } & {
  readonly [key: string]: string;
};

export type NlsKey = keyof typeof nls;

/** How package.json names a text; only existing keys can be named. */
export function nlsRef<K extends NlsKey>(key: K): `%${K}%` {
  return `%${key}%`;
}
