import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';

/** The place where `told` shows its notes. */
export default function Toasts() {
  return <Notifications position="bottom-right" limit={4} />;
}
