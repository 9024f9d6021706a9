import { triggerSourceContract } from './trigger-source.contract';

triggerSourceContract('cron', { example: () => ({ cron: '30 2 * * *', timezone: 'Europe/Berlin', catch_up: 'last' }) });
triggerSourceContract('every', { example: () => ({ every: '6h', jitter: '5m' }) });
