export { SecretBox, openSecretBox } from './secret-box';
export { checkSecret, makeSecret, signedHeaders, standardWebhook } from './signature';
