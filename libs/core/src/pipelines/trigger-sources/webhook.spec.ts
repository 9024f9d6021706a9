import { triggerSourceContract } from './trigger-source.contract';

triggerSourceContract('webhook', { example: () => ({ webhook: 'orders', input: 'file' }) });
