export {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  pingWebhook,
  rotateSigningSecret,
  updateWebhook,
} from './webhooks';
