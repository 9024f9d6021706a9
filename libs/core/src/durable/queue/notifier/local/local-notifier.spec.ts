import { notifierContract } from '../notifier.contract';
import { LocalNotifier } from './local-notifier';

notifierContract('local', async () => new LocalNotifier());
