export {
  createTrigger,
  deleteTrigger,
  getTrigger,
  listExecutions,
  listTriggers,
  runTrigger,
  updateTrigger,
} from './triggers';
