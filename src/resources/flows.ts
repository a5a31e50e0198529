import type { FlowCommand } from './flowCommands';
import type { Flow } from './room';

/** Loads a flow with its first use: none of them is needed to show the tree. */
type LoadFlow = () => Promise<Flow>;

/** What the commands on resources do, by their names. */
export const flows: { readonly [C in FlowCommand]: LoadFlow } = {
  create: async () => (await import('./create/createResource')).createResource,
  rename: async () => (await import('./create/renameResource')).renameResource,
  delete: async () => (await import('./remove/removeResources')).removeResources,
  restoreDeleted: async () => (await import('./remove/restoreDeleted')).restoreDeleted,
  editText: async () => (await import('./documents/documentText')).editText,
  editSelected: async () => (await import('./chunks/editSelected')).editSelected,
  importChunks: async () => (await import('./chunks/importChunks')).importChunks,
  importResource: async () => (await import('./transfer/importResource')).importResource,
  exportResource: async () => (await import('./transfer/exportResource')).exportResource,
  share: async () => (await import('./sharing/share')).share,
  changeRole: async () => (await import('./sharing/changeRole')).changeRole,
  transferOwnership: async () => (await import('./sharing/transferOwnership')).transferOwnership,
  auditAccess: async () => (await import('./sharing/auditAccess')).auditAccess,
  search: async () => (await import('./search/searchResource')).searchResource,
  answer: async () => (await import('./search/answerFromCorpus')).answerFromCorpus,
  filterByAccess: async () => (await import('./tree/viewState')).filterByAccess,
  createTunedModel: async () => (await import('./tuning/createTunedModel')).createTunedModel,
  showLoss: async () => (await import('./tuning/showLoss')).showLoss,
  cancelOperation: async () => (await import('./tuning/cancelOperation')).cancelOperation,
  goToResource: async () => (await import('./tree/goToResource')).goToResource,
};
