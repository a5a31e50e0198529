export { WebhookSender } from './webhookSender';
export { resend, listDeliveries } from './deliveries';
export { JWKS_PATH, publicKeys } from './token';
export {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  pingWebhook,
  rotateSigningSecret,
  updateWebhook,
} from './webhooks';
