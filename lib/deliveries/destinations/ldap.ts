import 'server-only'
import net, { isIP } from 'node:net'
import tls from 'node:tls'
import { Client, ResultCodeError } from 'ldapts'
import { checkedAddress } from './checked-address.ts'
import { DestinationError, inTime, type OpenDestination } from './destination.ts'
import type { DestinationErrorCode } from './errors.ts'
import { AnswerGuard } from './ldap-answers.ts'
import { createDirectory, type DirectoryModify, type DirectorySearch } from './ldap-directory.ts'
import { requireFilter } from './ldap-filter.ts'
import type { DestinationSecrets, SettingsOf } from './settings.ts'

const CONNECT_MS = 10_000
const CALL_MS = 30_000
const DEFAULT_PORTS = { 'ldap:': '389', 'ldaps:': '636' }

/** One operation on a signed-in connection, with its error as a `DestinationError`. */
type DirectoryCall = <Result>(
  run: (client: Client) => Promise<Result>,
  signal: AbortSignal,
) => Promise<Result>

type Connection = { client: Client; call: DirectoryCall; answers: AnswerGuard; close: () => Promise<void> }

/**
 * Opens a directory. Nothing is sent before TLS. Writes follow referrals to the hosts that an administrator has
 * allowed.
 */
export async function openLdap(
  settings: SettingsOf<'ldap'>,
  secrets: DestinationSecrets,
  signal: AbortSignal,
): Promise<OpenDestination> {
  requireFilter(settings)
  const first = await connect(settings.url, { settings, secrets, signal })
  /** Connections to servers that writes were referred to, by address. */
  const others = new Map<string, Promise<Connection>>()
  /** Servers that took the writes to an entry, by its DN: the entry is read back there. */
  const elsewhere = new Map<string, { url: string; connection: Connection }>()
  let lastModify: Promise<unknown> = Promise.resolve()

  /** One at a time: a referral is taken from the last answer to a modify. */
  const modify: DirectoryModify = (dn, change, signal) => {
    const run = async () => {
      const known = elsewhere.get(dn.toLowerCase())
      if (known) return known.connection.call(client => client.modify(dn, change), signal)
      try {
        await first.call(client => client.modify(dn, change), signal)
      } catch (error) {
        const refers = error instanceof DestinationError && error.code === 'refers_elsewhere'
        const url = refers && findAllowed(first.answers.referrals, settings)
        if (!url) throw error
        const connection = await openOther(url, signal)
        await connection.call(client => client.modify(dn, change), signal)
        elsewhere.set(dn.toLowerCase(), { url, connection })
      }
    }
    const done = lastModify.then(run)
    lastModify = done.catch(() => {})
    return done
  }

  function openOther(url: string, signal: AbortSignal): Promise<Connection> {
    const open = others.get(url) ?? connect(url, { settings, secrets, signal })
    others.set(url, open)
    open.catch(() => others.delete(url))
    return open
  }

  async function close(): Promise<void> {
    const opened = await Promise.allSettled(others.values())
    const all = [first, ...opened.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))]
    await Promise.all(all.map(connection => connection.close()))
  }

  const search: DirectorySearch = (base, options, signal) =>
    (elsewhere.get(base.toLowerCase())?.connection ?? first).call(
      client => client.search(base, options),
      signal,
    )
  const findServer = (dn: string) => elsewhere.get(dn.toLowerCase())?.url

  async function routeTo(dn: string, server: string, signal: AbortSignal): Promise<void> {
    const url = findAllowed([server], settings)
    if (!url) throw new DestinationError('refers_elsewhere', { message: 'Its server is not allowed.' })
    elsewhere.set(dn.toLowerCase(), { url, connection: await openOther(url, signal) })
  }
  return createDirectory({ search, modify, findServer, routeTo, close }, settings)
}

type Access = { settings: SettingsOf<'ldap'>; secrets: DestinationSecrets; signal: AbortSignal }

/** Connects to one server and signs in. */
async function connect(
  url: string,
  { settings, secrets: { password = '' }, signal }: Access,
): Promise<Connection> {
  if (!URL.canParse(url)) throw new DestinationError('wrong_settings', { message: 'The address is none.' })
  const { hostname, protocol, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isTls = protocol.toLowerCase() === 'ldaps:'
  const address = await checkedAddress(host)
  // Without either, StartTLS checks the certificate against `localhost`: Node does not know the host of an existing
  // socket.
  const whom = isIP(host) === 0 ? { servername: host } : { host }
  const tlsOptions = { minVersion: 'TLSv1.2' as const, ...whom }
  const at = `${isIP(address) === 6 ? `[${address}]` : address}:${port || DEFAULT_PORTS[isTls ? 'ldaps:' : 'ldap:']}`
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
    const signIn = async () => {
      if (!isTls) await client.startTLS(tlsOptions)
      await client.bind(settings.user, password)
    }
    await inTime(CALL_MS, signIn, signal)
    const close = () => client.unbind().finally(() => answers.close())
    return { client, call: toCall(client, answers), answers, close }
  } catch (error) {
    // An unbind would wait for its answer if the TLS handshake is unfinished.
    answers.close()
    throw toError(error)
  }
}

/**
 * The first of these addresses whose host and port an administrator has allowed; null without one. A host that is named
 * without a port is allowed at the two usual ones.
 */
export function findAllowed(
  referrals: readonly string[],
  { referral_hosts: hosts = '' }: Pick<SettingsOf<'ldap'>, 'referral_hosts'>,
): string | null {
  const allowed = hosts
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  for (const referral of referrals) {
    if (!URL.canParse(referral)) continue
    const { protocol, hostname, port } = new URL(referral)
    const usual = protocol === 'ldap:' || protocol === 'ldaps:' ? DEFAULT_PORTS[protocol] : null
    if (usual === null) continue
    const name = hostname.toLowerCase()
    const isUsual = port === '' || Object.values(DEFAULT_PORTS).includes(port)
    const names = [`${name}:${port || usual}`, ...(isUsual ? [name] : [])]
    // Its entry and its search options are not used: the desk asks for the same entry again.
    if (names.some(one => allowed.includes(one))) return `${protocol}//${name}:${port || usual}`
  }
  return null
}

/** Runs an operation. A broken connection is not opened again without signing in. */
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
  // A read-only replica, or an entry on another server.
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
  // Any other error: OpenLDAP returns it when its disk or its database is full.
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
