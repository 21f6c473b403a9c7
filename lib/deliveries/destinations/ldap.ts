import 'server-only'
import { readFile } from 'node:fs/promises'
import net, { isIP } from 'node:net'
import tls from 'node:tls'
import { Attribute, Change, Client, FilterParser, ResultCodeError } from 'ldapts'
import { checkedAddress } from './checked-address.ts'
import { DestinationError, inTime, type OpenDestination, type Receipt, type Receiver } from './destination.ts'
import type { DestinationErrorCode } from './errors.ts'
import { hashBytes } from './file-tree.ts'
import { giveUp } from './give-up.ts'
import { AnswerGuard } from './ldap-answers.ts'
import type { DestinationSecrets, SettingsOf } from './settings.ts'
import { restored, toTestPicture } from './test-picture.ts'

const AT_ONCE = 2
const CONNECT_MS = 10_000
const CALL_MS = 30_000
/** learn.microsoft.com/windows/win32/adschema/a-thumbnailphoto: rangeUpper. The attribute of RFC 2798 has no limit of its own. */
const BYTES_MAX = { thumbnailPhoto: 102_400, jpegPhoto: 1_000_000 }

type Settings = SettingsOf<'ldap'>

/**
 * A directory: the entry of each person is found by their number or e-mail address, and one attribute of it is replaced or taken
 * away. Nothing is said before TLS, referrals are not followed, and no other attribute is touched.
 */
export async function openLdap(
  settings: Settings,
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
    return createDirectory(client, settings, answers)
  } catch (error) {
    // An unbind would wait for its answer if the TLS handshake is unfinished.
    answers.close()
    throw toError(error)
  }
}

function createDirectory(client: Client, settings: Settings, answers: AnswerGuard): OpenDestination {
  const { attribute } = settings

  /** A connection that broke is not made again without signing in. */
  async function call<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted()
    answers.begin()
    if (!client.isConnected) throw new DestinationError('unreachable', { message: 'The connection was cut.' })
    try {
      return await run()
    } catch (error) {
      throw toError(error)
    }
  }

  async function findEntry(receiver: Receiver, signal: AbortSignal): Promise<string> {
    const filter = toFilter(settings.filter, receiver)
    const { searchEntries } = await call(
      () =>
        client.search(settings.base, {
          scope: 'sub',
          filter,
          sizeLimit: 2,
          timeLimit: CALL_MS / 1000,
          attributes: ['1.1'],
        }),
      signal,
    ).catch((error: unknown) => {
      // The server has found more than it was to tell.
      if (error instanceof DestinationError && error.message.includes('SizeLimitExceeded'))
        throw new DestinationError('several_found', { cause: error })
      throw error
    })
    const [entry, other] = searchEntries
    if (!entry) throw new DestinationError('nobody_found')
    if (other) throw new DestinationError('several_found')
    return entry.dn
  }

  /** All values: `jpegPhoto` may have several (RFC 2798, section 2.6). */
  async function read(dn: string, signal: AbortSignal): Promise<Buffer[]> {
    const { searchEntries } = await call(
      () =>
        client.search(dn, {
          scope: 'base',
          filter: '(objectClass=*)',
          attributes: [attribute],
          explicitBufferAttributes: [attribute],
        }),
      signal,
    ).catch(ofThisEntry)
    const values = [searchEntries[0]?.[attribute] ?? []].flat()
    return values.flatMap(value => (Buffer.isBuffer(value) && value.length > 0 ? [value] : []))
  }

  async function write(dn: string, values: Buffer[], signal: AbortSignal): Promise<void> {
    const modification = new Attribute({ type: attribute, values })
    const change = new Change({ operation: 'replace', modification })
    await call(() => client.modify(dn, change), signal).catch(ofThisEntry)
  }

  async function removeOurs({ places, version }: Receipt, signal: AbortSignal): Promise<void> {
    for (const dn of places) {
      const there = await read(dn, signal)
      if (there.length === 0) continue
      const others = there.filter(value => hashBytes(value) !== version)
      // Nobody can tell whether that is ours in another form or one that somebody else has put there.
      if (others.length === there.length) throw new DestinationError('changed_there')
      // Not ours alone is named to the server, because the attribute has no rule by which it could compare values.
      await write(dn, others, signal)
    }
  }

  return {
    atOnce: AT_ONCE,
    close: () => client.unbind().finally(() => answers.close()),

    async test(signal) {
      const { searchEntries } = await call(
        () => client.search(settings.base, { scope: 'base', filter: '(objectClass=*)', attributes: ['1.1'] }),
        signal,
      )
      if (searchEntries.length === 0) throw new DestinationError('no_such_place')
      const { test_person: who } = settings
      if (!who) return [{ code: 'directory', values: { base: settings.base } }]
      const dn = await findEntry({ mitarbeiternummer: who, email: who }, signal)
      const before = await read(dn, signal)
      const picture = await toTestPicture()
      const there = await restored(
        async () => {
          await write(dn, [picture], signal)
          return read(dn, signal)
        },
        end => write(dn, before, end),
      )
      if (there.length !== 1 || !there[0]?.equals(picture))
        throw new DestinationError('refused', { message: 'It reads back otherwise.' })
      return [{ code: 'directory_entry', values: { dn, attribute } }]
    },

    async put({ receiver, files, before }, signal) {
      const dn = await findEntry(receiver, signal)
      const file = files.find(({ bytes }) => bytes <= BYTES_MAX[attribute])
      if (!file) throw new DestinationError('too_large')
      await giveUp(before, dn, old => removeOurs(old, signal))
      await write(dn, [await readFile(file.path)], signal)
      return { places: [dn], version: file.sha256 }
    },

    async remove(receipt, signal) {
      await removeOurs(receipt, signal)
      return 'removed'
    },

    async has({ receiver, files, before }, signal) {
      const dn = await findEntry(receiver, signal)
      if (before?.places.some(place => place !== dn)) return 'no'
      const [there, ...others] = await read(dn, signal)
      const version = there && others.length === 0 ? hashBytes(there) : null
      return files.some(({ sha256 }) => sha256 === version) ? { places: [dn], version } : 'no'
    },

    /** A directory takes no list. */
    async finish() {},
  }
}

/** An entry that is not there any more, or has moved to another server, is one person's matter. */
function ofThisEntry(error: unknown): never {
  if (error instanceof DestinationError && error.code === 'no_such_place')
    throw new DestinationError('nobody_found', { cause: error })
  throw error
}

/** The filter with the person in it (RFC 4515, section 3). Throws `no_address` for who has no number or address. */
export function toFilter(template: string, { mitarbeiternummer, email }: Receiver): string {
  return template.replaceAll(/\{(mitarbeiternummer|email)\}/g, (_, name) => {
    const value = (name === 'email' ? email : mitarbeiternummer)?.trim()
    if (!value) throw new DestinationError('no_address')
    return escapeFilter(value)
  })
}

/** RFC 4515: `*`, `(`, `)`, `\` and NUL, each as a backslash and two hexadecimal digits. */
function escapeFilter(value: string): string {
  return value.replaceAll(/[*()\\\0]/g, found => `\\${found.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

function requireFilter({ filter }: Settings): void {
  const isOfOnePerson = /\{(?:mitarbeiternummer|email)\}/.test(filter)
  try {
    if (!isOfOnePerson) throw new Error('It names no person.')
    FilterParser.parseString(toFilter(filter, { mitarbeiternummer: '1', email: 'a@example.com' }))
  } catch (cause) {
    throw new DestinationError('wrong_settings', { message: 'The filter cannot be read.', cause })
  }
}

/** Result codes of RFC 4511, appendix A. */
const MEANINGS: Record<number, DestinationErrorCode> = {
  1: 'broken',
  3: 'broken',
  7: 'sign_in_refused',
  8: 'sign_in_refused',
  10: 'no_such_place',
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
