const SHOWN_MS = 6_000;

/** Says in a corner of the page what was done. Errors stand where they happened, never here. */
export async function told(message: string): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  notifications.show({ message, autoClose: SHOWN_MS, withBorder: true, closeButtonProps: { 'aria-label': 'Dismiss' } });
}
