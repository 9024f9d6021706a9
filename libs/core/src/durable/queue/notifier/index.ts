export { BullNotifier, type BullQueues } from './bull/bull-notifier';
export { bullOptions, bullQueues, openBullNotifier } from './bull/open-bull';
export { FolderNotifier } from './folder/folder-notifier';
export { LocalNotifier } from './local/local-notifier';
export type { NotifiedWorker, Notifier, Subscription } from './notifier';
