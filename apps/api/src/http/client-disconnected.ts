/** The caller hung up before the answer; there is nobody to tell. */
export class ClientDisconnected extends Error {
  constructor() {
    super('the caller hung up');
  }
}
