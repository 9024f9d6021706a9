export { checkSecret, makeSecret, signedHeaders, standardWebhook } from './signature';
