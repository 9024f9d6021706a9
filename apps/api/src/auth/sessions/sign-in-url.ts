/** The page of the dashboard that turns the token into a session. A fragment is sent to no server, and so is in no log. */
export function signInUrl(address: string, token: string): string {
  return `${address}/sign-in#token=${token}`;
}
