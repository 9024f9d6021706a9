/** The page of the dashboard that turns the token into a session. Browsers do not send a fragment, so no log contains the token. */
export function signInUrl(address: string, token: string): string {
  return `${address}/sign-in#token=${token}`;
}
