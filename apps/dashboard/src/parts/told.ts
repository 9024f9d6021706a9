const SHOWN_MS = 6_000;
/** More notes would cover the lower part of the page on a phone. */
const MAX_SHOWN = 2;

let shown: string[] = [];

/**
 * Shows a note about a finished action in a corner of the page. The oldest note makes room. Errors appear where they happened,
 * never here.
 */
export async function told(message: string): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  const looks = { autoClose: SHOWN_MS, withBorder: true, closeButtonProps: { 'aria-label': 'Dismiss' } };
  shown.push(notifications.show({ message, ...looks, onClose: ({ id }) => (shown = shown.filter((each) => each !== id)) }));
  for (const id of shown.slice(0, -MAX_SHOWN)) notifications.hide(id);
}
