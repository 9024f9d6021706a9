/** The client disconnected before the response, so there is no response to send. */
export class ClientDisconnected extends Error {
  constructor() {
    super('the client disconnected');
  }
}
