export type { BullQueues } from './bull-notifier';
export type { Notifier } from './notifier';
export { BULL_OPTIONS, bullQueues, openBullNotifier } from './open-bull';
