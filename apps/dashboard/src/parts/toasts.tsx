import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';

/** Where `told` says what was done. */
export default function Toasts() {
  return <Notifications position="bottom-right" limit={4} />;
}
