/** The service hung up. A socket is destroyed then; a caller of `fetch` sees this error. */
export class ConnectionDropped extends Error {
  override readonly name = 'ConnectionDropped'

  constructor() {
    super('The sandbox dropped the connection on purpose.')
  }
}
