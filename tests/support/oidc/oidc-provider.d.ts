/** The types that the tests use; the package has none. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> }

  export type Configuration = {
    clients?: Record<string, unknown>[]
    claims?: Record<string, string[]>
    conformIdTokenClaims?: boolean
    pkce?: { required(): boolean }
    features?: Record<string, { enabled: boolean }>
    cookies?: { keys: string[] }
    interactions?: { url(context: unknown, interaction: { uid: string }): string }
    findAccount?(
      context: unknown,
      sub: string,
    ): Promise<{ accountId: string; claims(): Promise<Record<string, unknown>> }>
    loadExistingGrant?(context: { oidc: { client?: { clientId: string } } }): Promise<Grant>
  }

  export default class Provider {
    constructor(issuer: string, configuration: Configuration)
    Grant: new (of: {
      accountId: string | undefined
      clientId: string | undefined
    }) => Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
    ): Promise<void>
  }
}
