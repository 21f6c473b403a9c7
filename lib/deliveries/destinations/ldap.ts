import 'server-only'
import net, { isIP } from 'node:net'
import tls from 'node:tls'
import { Client, ResultCodeError } from 'ldapts'
import { checkedAddress } from './checked-address.ts'
import { DestinationError, inTime, type OpenDestination } from './destination.ts'
import type { DestinationErrorCode } from './errors.ts'
import { AnswerGuard } from './ldap-answers.ts'
import { createDirectory, type DirectoryCall } from './ldap-directory.ts'
import { requireFilter } from './ldap-filter.ts'
import type { DestinationSecrets, SettingsOf } from './settings.ts'

const CONNECT_MS = 10_000
const CALL_MS = 30_000
/** Signs in to a directory. Nothing is sent before TLS. */
export async function openLdap(
  settings: SettingsOf<'ldap'>,
  { password = '' }: DestinationSecrets,
  signal: AbortSignal,
): Promise<OpenDestination> {
  if (!URL.canParse(settings.url))
    throw new DestinationError('wrong_settings', { message: 'The address is none.' })
  const { hostname, protocol, port } = new URL(settings.url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isTls = protocol.toLowerCase() === 'ldaps:'
  const address = await checkedAddress(host)
  // Without either, StartTLS checks the certificate against `localhost`: Node does not know the host of an existing socket.
  const whom = isIP(host) === 0 ? { servername: host } : { host }
  const tlsOptions = { minVersion: 'TLSv1.2' as const, ...whom }
  const at = `${isIP(address) === 6 ? `[${address}]` : address}:${port || (isTls ? 636 : 389)}`
  const answers = new AnswerGuard()
  const client = new Client({
    url: `${isTls ? 'ldaps' : 'ldap'}://${at}`,
    timeout: CALL_MS,
    connectTimeout: CONNECT_MS,
    createConnection: answers.watching(net.connect),
    createSecureConnection: answers.watching(tls.connect),
    ...(isTls && { tlsOptions }),
  })
  try {
    requireFilter(settings)
    const signIn = async () => {
      if (!isTls) await client.startTLS(tlsOptions)
      await client.bind(settings.user, password)
    }
    await inTime(CALL_MS, signIn, signal)
    return createDirectory(toCall(client, answers), settings, () =>
      client.unbind().finally(() => answers.close()),
    )
  } catch (error) {
    // An unbind would wait for its answer if the TLS handshake is unfinished.
    answers.close()
    throw toError(error)
  }
}

/** A connection that broke is not made again without signing in. */
function toCall(client: Client, answers: AnswerGuard): DirectoryCall {
  return async (run, signal) => {
    signal.throwIfAborted()
    answers.begin()
    if (!client.isConnected) throw new DestinationError('unreachable', { message: 'The connection was cut.' })
    try {
      return await run(client)
    } catch (error) {
      throw toError(error)
    }
  }
}

/** Result codes of RFC 4511, appendix A. */
const MEANINGS: Record<number, DestinationErrorCode> = {
  1: 'broken',
  3: 'broken',
  7: 'sign_in_refused',
  8: 'sign_in_refused',
  // A replica that is read only, or an entry that lies on another server. Referrals are not followed.
  10: 'refers_elsewhere',
  11: 'broken',
  16: 'refused',
  17: 'wrong_settings',
  19: 'refused',
  21: 'refused',
  32: 'no_such_place',
  34: 'wrong_settings',
  48: 'sign_in_refused',
  49: 'sign_in_refused',
  50: 'not_allowed',
  51: 'throttled',
  52: 'unreachable',
  53: 'not_allowed',
  65: 'refused',
  // What it has no other word for: OpenLDAP says so when its disk or its database is full.
  80: 'broken',
}

const CERTIFICATE = /certificate|self.signed|altname|UNABLE_TO|CERT_|unable to verify/i

function toError(thrown: unknown): DestinationError {
  if (thrown instanceof DestinationError) return thrown
  const message = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
  if (thrown instanceof ResultCodeError) {
    const meaning = MEANINGS[thrown.code] ?? (thrown.code === 4 ? 'several_found' : 'refused')
    return new DestinationError(meaning, { message, cause: thrown })
  }
  const isOfCertificate = CERTIFICATE.test(code) || CERTIFICATE.test(message)
  return new DestinationError(isOfCertificate ? 'not_trusted' : 'unreachable', { message, cause: thrown })
}
