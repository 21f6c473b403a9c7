import 'server-only'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import {
  type DeliveryFile,
  DestinationError,
  type Entry,
  type Found,
  type OpenDestination,
  type Receiver,
} from './destination.ts'
import {
  type EntryPhotos,
  type FoundEntry,
  giveUpOthers,
  isSameEntry,
  orNobody,
  removeFromEntries,
  toEntries,
  toEntryReceipt,
  toOurVersion,
} from './entry-photos.ts'
import { hashBytes } from './file-tree.ts'
import { type Answer, Graph, parse, requireDone, toErrorCode } from './graph-client.ts'
import type { DestinationSecrets, SettingsOf } from './settings.ts'
import { restored, toTestPicture } from './test-picture.ts'

/** Maximum size (bytes) of a photo that is read back. */
const PHOTO_MAX = 8 * 1024 * 1024
/**
 * Accounts without a mailbox take no more (learn.microsoft.com/graph/api/profilephoto-update;
 * microsoft-graph-docs#8236).
 */
const WITHOUT_MAILBOX_MAX = 100_000
/** Pauses (ms) between reads of a deleted photo: not every server of Microsoft shows the deletion at once. */
const LOOK_AGAIN_MS = [1_000, 4_000]
/** Error codes of Graph for an account that does not exist; every other 404 is about its photo. */
const NO_SUCH_ACCOUNT = ['Request_ResourceNotFound', 'ErrorUserNotFound', 'ErrorInvalidUser']

type Settings = SettingsOf<'microsoft-365'>
/** `isKnown`: the tenant has shown that this account exists, so a missing photo is a missing photo. */
type Account = FoundEntry & { isKnown: boolean }

const photoSchema = z.object({ '@odata.mediaEtag': z.string().optional() })
const sourceSchema = z.object({ source: z.string().nullish() })
const accountSchema = z.object({ id: z.string().min(1), userPrincipalName: z.string().nullish() })
const accountsSchema = z.object({ value: z.array(accountSchema) })

/**
 * Profile photos of Microsoft 365, by Microsoft Graph with client credentials and the permission
 * `ProfilePhoto.ReadWrite.All`. With `User.Read.All`, accounts are followed by their id when their sign-in name
 * changes, and may be found by `mail`. The app has at most four requests in flight, however many deliveries use it
 * (learn.microsoft.com/graph/throttling-limits), and respects requests to wait. Redirects are not followed.
 */
export async function openMicrosoft365(
  settings: Settings,
  { client_secret = '' }: DestinationSecrets,
  signal: AbortSignal,
): Promise<OpenDestination> {
  const graph = new Graph(settings, client_secret)
  await graph.signIn(signal)
  const accounts = createAccounts(graph, settings)
  const photos = createPhotos(graph, accounts)
  return {
    atOnce: 4,
    async close() {},
    test: signal => test(graph, settings, signal),

    async readOwn({ receiver, before }, signal) {
      const entry = await accounts.ofPerson(receiver, signal).catch(orNobody)
      if (!entry) return null
      const key = entry.id ?? entry.place
      const found = await graph.call({ method: 'GET', path: toPath(key, ''), signal })
      if (found.status === 404) return null
      requireDone(found, [200])
      const isOurs = before && toEntries(before).some(one => isSameEntry(one, entry))
      if (isOurs && !isOther(found, toOurVersion(before, entry))) return null
      const path = toPath(key, '/$value')
      const photo = await graph.call({ method: 'GET', path, maxBytes: PHOTO_MAX, signal })
      if (photo.status === 404) return null
      requireDone(photo, [200])
      return { entry, version: toEtag(found) ?? hashBytes(photo.body), files: [photo.body] }
    },

    async put({ receiver, files, before }, signal) {
      const current = await accounts.ofPerson(receiver, signal)
      const key = current.id ?? current.place
      const left = await giveUpOthers(photos, { before, current, signal })
      await putPhoto(graph, { key, files, signal })
      const found = await graph.call({ method: 'GET', path: toPath(key, ''), signal })
      const version = found.status === 200 ? toEtag(found) : null
      return toEntryReceipt([{ ...current, version }, ...left])
    },

    async remove(receipt, signal, receiver) {
      await removeFromEntries(photos, receipt, { receiver, signal })
      return 'removed'
    },

    async putBack({ entry, files }, signal) {
      const [body] = files
      const found = await photos.find({ ...entry, version: null }, undefined, signal)
      if (!found || !body) throw new DestinationError('nobody_found')
      const there = await photos.look(found, null, signal)
      if (there === 'unknown') throw new DestinationError('not_readable')
      if (there !== 'none') return 'other_there'
      const path = toPath(found.key, '/$value')
      requireDone(await graph.call({ method: 'PUT', path, body, signal }), [200, 204])
      for (const ms of [0, ...LOOK_AGAIN_MS]) {
        await wait(ms, undefined, { signal })
        // Microsoft stores photos in its own forms, so their bytes may differ.
        if ((await photos.look(found, null, signal)) === 'ours') return 'put_back'
      }
      throw new DestinationError('refused', { message: 'It does not read back.' })
    },

    async check(receipts, signal) {
      const found: (Found | null)[] = []
      for (const receipt of receipts) {
        const [entry] = toEntries(receipt)
        const key = entry?.id ?? entry?.place ?? ''
        const answer = await graph.call({ method: 'GET', path: toPath(key, ''), signal })
        const isMissing = answer.status === 404
        if (!isMissing) requireDone(answer, [200])
        if (isMissing && NO_SUCH_ACCOUNT.includes(toErrorCode(answer))) found.push(null)
        else found.push(isMissing ? 'gone' : isOther(answer, entry?.version ?? null) ? 'other' : 'there')
      }
      return found
    },

    /** Microsoft stores photos in its own forms, so nothing shows that these bytes are there. */
    has: async () => null,
    /** Accounts take no list. */
    async finish() {},
  }
}

function createAccounts(graph: Graph, { match }: Settings) {
  /** False once Graph has refused to let the app read accounts. Then only their sign-in names are known. */
  let mayRead = true

  async function ask(path: string, signal: AbortSignal): Promise<Answer | null> {
    if (!mayRead) return null
    const answer = await graph.call({ method: 'GET', path, signal })
    if (answer.status !== 403 || toErrorCode(answer) !== 'Authorization_RequestDenied') return answer
    mayRead = false
    return null
  }

  /**
   * Id of the account with this id or sign-in name. Null when there is none, `unread` when the app may not read
   * accounts.
   */
  async function find(key: string, signal: AbortSignal): Promise<string | null | 'unread'> {
    const answer = await ask(`/v1.0/users/${encodeURIComponent(key)}?$select=id,userPrincipalName`, signal)
    if (answer === null) return 'unread'
    if (answer.status === 404) return null
    requireDone(answer, [200])
    return accountSchema.parse(parse(answer.body)).id
  }

  return {
    find,

    /**
     * Account of a person. Throws `nobody_found`, `several_found`, and `no_address` for a person without e-mail
     * address.
     */
    async ofPerson({ email }: Receiver, signal: AbortSignal): Promise<Omit<Entry, 'version'>> {
      const address = email?.trim()
      if (!address) throw new DestinationError('no_address')
      if (match === 'mail') return findByMail(address, signal)
      const id = await find(address, signal)
      if (id === null) throw new DestinationError('nobody_found')
      return { place: address, id: id === 'unread' ? null : id }
    },
  }

  async function findByMail(address: string, signal: AbortSignal): Promise<Omit<Entry, 'version'>> {
    // OData writes a quote within a text as two (OASIS OData 4.01, part 2, section 5.1.1.6.2).
    const filter = encodeURIComponent(`mail eq '${address.replaceAll("'", "''")}'`)
    const path = `/v1.0/users?$filter=${filter}&$select=id,userPrincipalName&$top=2`
    const answer = await ask(path, signal)
    if (answer === null) throw new DestinationError('not_allowed', { message: 'User.Read.All is missing.' })
    requireDone(answer, [200])
    const [account, other] = accountsSchema.parse(parse(answer.body)).value
    if (!account) throw new DestinationError('nobody_found')
    if (other) throw new DestinationError('several_found')
    return { place: account.userPrincipalName ?? address, id: account.id }
  }
}

function createPhotos(graph: Graph, accounts: ReturnType<typeof createAccounts>): EntryPhotos<Account> {
  const readPhoto = (key: string, signal: AbortSignal) =>
    graph.call({ method: 'GET', path: toPath(key, ''), signal })

  return {
    async find({ id, place }, _receiver, signal) {
      const key = id ?? place
      const found = await accounts.find(key, signal)
      return found === null ? null : { key, isSame: true, isKnown: found !== 'unread' }
    },

    async look({ key, isKnown }, version, signal) {
      const found = await readPhoto(key, signal)
      if (found.status === 404 && NO_SUCH_ACCOUNT.includes(toErrorCode(found)))
        throw new DestinationError('nobody_found')
      // For a name that is no longer a sign-in name, Graph may answer as for a missing photo.
      if (found.status === 404) return isKnown ? 'none' : 'unknown'
      requireDone(found, [200])
      return isOther(found, version) ? 'other' : 'ours'
    },

    async erase(account, version, signal) {
      const { key } = account
      const gone = await graph.call({ method: 'DELETE', path: toPath(key, '/$value'), signal })
      requireDone(gone, [200, 204, 404])
      const isKnown = account.isKnown || gone.status !== 404
      for (const ms of LOOK_AGAIN_MS) {
        const after = await readPhoto(key, signal)
        if (after.status !== 200 || isOther(after, version)) break
        await wait(ms, undefined, { signal })
      }
      return { ...account, isKnown }
    },
  }
}

function toEtag({ body }: Answer): string | null {
  return photoSchema.safeParse(parse(body)).data?.['@odata.mediaEtag'] ?? null
}

/** True when the ETags differ. A missing ETag proves nothing. */
function isOther(found: Answer, version: string | null): boolean {
  const etag = toEtag(found)
  return version !== null && etag !== null && etag !== version
}

/** Sends the large photo, or the first small one if the account has no mailbox and refuses the large one. */
async function putPhoto(
  graph: Graph,
  { key, files, signal }: { key: string; files: readonly DeliveryFile[]; signal: AbortSignal },
): Promise<void> {
  const small = files.find(({ bytes }) => bytes <= WITHOUT_MAILBOX_MAX)
  const [large] = files
  if (!large) throw new DestinationError('too_large')
  const put = async (file: DeliveryFile) => {
    const body = await readFile(file.path)
    return graph.call({ method: 'PUT', path: toPath(key, '/$value'), body, signal })
  }
  const answer = await put(large)
  const mayBeTooLarge = [400, 404, 413].includes(answer.status) && large.bytes > WITHOUT_MAILBOX_MAX
  // These codes show that the size of the photo is not the problem.
  const isUnknown = NO_SUCH_ACCOUNT.includes(toErrorCode(answer))
  if (!mayBeTooLarge || isUnknown) return requireDone(answer, [200, 204])
  if (!small) throw new DestinationError('too_large')
  requireDone(await put(small), [200, 204])
}

async function test(graph: Graph, { test_person: who }: Settings, signal: AbortSignal) {
  const asked = await graph.call({ method: 'GET', path: '/v1.0/admin/people/photoUpdateSettings', signal })
  const source = asked.status === 200 ? sourceSchema.safeParse(parse(asked.body)).data?.source : undefined
  const findings = [
    source === undefined || source === null
      ? { code: 'microsoft_source_unknown' }
      : { code: 'microsoft_source', values: { source } },
  ]
  if (!who) return [{ code: 'microsoft' }, ...findings]
  const [photo, value] = [toPath(who, ''), toPath(who, '/$value')]
  const found = await graph.call({ method: 'GET', path: value, maxBytes: PHOTO_MAX, signal })
  if (found.status !== 404) requireDone(found, [200])
  const body = await toTestPicture()
  const before =
    found.status === 200 ? { method: 'PUT' as const, body: found.body } : { method: 'DELETE' as const }
  const restore = async (end: AbortSignal) =>
    requireDone(await graph.call({ ...before, path: value, signal: end }), [200, 204, 404])
  // The present photo is written first: a photo that the account refuses to take back must not be replaced.
  if (found.status === 200) await restore(signal)
  await restored(async () => {
    requireDone(await graph.call({ method: 'PUT', path: value, body, signal }), [200, 204])
    requireDone(await graph.call({ method: 'GET', path: photo, signal }), [200])
  }, restore)
  return [{ code: 'microsoft_account', values: { account: who } }, ...findings]
}

function toPath(key: string, end: '' | '/$value'): string {
  return `/v1.0/users/${encodeURIComponent(key)}/photo${end}`
}
