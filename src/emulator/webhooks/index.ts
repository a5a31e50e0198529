export { Courier } from './webhookSender';
export { resend, shownDeliveries } from './deliveries';
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
