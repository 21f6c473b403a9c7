/** The service closed the connection. On a socket, the socket is destroyed; a caller of `fetch` gets this error. */
export class ConnectionDropped extends Error {
  override readonly name = 'ConnectionDropped'

  constructor() {
    super('The sandbox dropped the connection on purpose.')
  }
}
