import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type ServerType, serve } from '@hono/node-server'
import { Client } from 'ldapts'
import { onTestFinished } from 'vitest'
import { MANIFEST } from '#lib/deliveries/destinations/file-tree.ts'
import type { DestinationSecrets, DestinationSettings } from '#lib/deliveries/destinations/settings.ts'
import { createGraphService, type GraphAccount } from '#tests/support/microsoft-graph.ts'
import { readFolder } from './deliveries.ts'
import { SSHD, startSshServer } from './open-ssh.ts'
import { readyEmployee } from './people.ts'
import { SLAPD, startDirectory } from './slapd.ts'
import { createTempFolder } from './temp-folder.ts'

const AUTHORITY = join(import.meta.dirname, 'tls/authority.cert.pem')
const GRAPH_APP = {
  tenant: 'example.com',
  clientId: '11111111-2222-3333-4444-555555555555',
  clientSecret: 's3cret',
}

/** A photo at the destination; `stamp` changes with every write, whatever its content. */
type Received = { bytes: Buffer; stamp: string }

/** A receiving system from the view of its own administrator. */
export type Receiver = {
  destination: DestinationSettings
  secrets: DestinationSecrets
  env: Record<string, string>
  /** All photos by employee id. */
  read(): Promise<Map<number, Received>>
  /** The list that a run writes last, if the destination accepts one. */
  manifest?(): string
  /** The number of photos that it received, if it keeps a journal. */
  puts?(): number
  stop(): Promise<void>
  start(): Promise<void>
  /** True when a run retries a destination that is away. */
  isTriedAgain: boolean
}

/** All of them are real except Microsoft 365; null: the required program is missing. */
export const RECEIVERS = {
  folder: openFolder,
  sftp: SSHD && openSftp,
  ldap: SLAPD && openDirectory,
  'microsoft-365': openGraph,
  command: openCommand,
}

async function openFolder(): Promise<Receiver> {
  const folder = createTempFolder()
  return {
    destination: { kind: 'folder', folder },
    secrets: {},
    env: { DELIVERY_FOLDERS: folder },
    read: async () => readPortraits(folder),
    manifest: () => readFileSync(join(folder, MANIFEST), 'utf8'),
    stop: async () => renameSync(folder, `${folder}-away`),
    start: async () => renameSync(`${folder}-away`, folder),
    isTriedAgain: false,
  }
}

async function openSftp(): Promise<Receiver> {
  const folder = createTempFolder()
  const { host, port, user, fingerprint, privateKey, start, stop } = await startSshServer()
  return {
    destination: { kind: 'sftp', host, port, user, folder, host_key: fingerprint },
    secrets: { private_key: privateKey },
    env: {},
    read: async () => readPortraits(folder),
    manifest: () => readFileSync(join(folder, MANIFEST), 'utf8'),
    stop: async () => stop(),
    start,
    isTriedAgain: true,
  }
}

/** A typical command of an operator: it copies into a folder, under a temporary name that is no photo's. */
async function openCommand(): Promise<Receiver> {
  const [commands, folder, beside] = [createTempFolder(), createTempFolder(), createTempFolder()]
  const [away, journal] = [join(beside, 'away'), join(beside, 'journal')]
  const program = join(commands, 'copy.sh')
  writeFileSync(
    program,
    `#!/bin/sh
    [ -e ${away} ] && exit 75
    read -r manifest < manifest.json || true
    case $manifest in
      '{"action":"remove"'*)
        for name in $(echo "$manifest" | sed 's/.*"files":\\[//; s/[]",}]/ /g'); do rm -f ${folder}/$name; done ;;
      *)
        for name in *.jpg *.csv; do
          [ -e $name ] || continue
          cp $name ${folder}/.$name.$$ && mv ${folder}/.$name.$$ ${folder}/$name || exit 1
          echo $name >> ${journal}
        done ;;
    esac`,
  )
  chmodSync(program, 0o755)
  return {
    destination: { kind: 'command', command: 'copy.sh' },
    secrets: {},
    env: { DELIVERY_COMMAND_DIR: commands },
    read: async () => readPortraits(folder),
    manifest: () => readFileSync(join(folder, MANIFEST), 'utf8'),
    puts: () => (existsSync(journal) ? readFileSync(journal, 'utf8').split('.jpg\n').length - 1 : 0),
    stop: async () => writeFileSync(away, ''),
    start: async () => rmSync(away),
    isTriedAgain: true,
  }
}

function readPortraits(folder: string): Map<number, Received> {
  const files = [...readFolder(folder)].filter(([name]) => name !== MANIFEST)
  return new Map(
    files.map(([name, { bytes, at }]) => [Number(name.replace(/\.jpg$/, '')), { bytes, stamp: String(at) }]),
  )
}

async function openDirectory(people: number): Promise<Receiver> {
  const ids = Array.from({ length: people }, (_, index) => index + 1)
  const directory = await startDirectory(
    ids.map(id => {
      const { email, mitarbeiternummer: number } = readyEmployee({ id })
      return { dn: `cn=${id}`, uid: String(id), email, number }
    }),
  )
  const { ldaps, base, writer, reader, start, stop } = directory
  return {
    destination: {
      ...{ kind: 'ldap', url: ldaps, user: writer.user, base },
      ...{ filter: '(employeeNumber={mitarbeiternummer})', attribute: 'thumbnailPhoto' },
    },
    secrets: { password: writer.password },
    env: { NODE_EXTRA_CA_CERTS: AUTHORITY },
    async read() {
      const client = new Client({ url: ldaps })
      await client.bind(reader.user, reader.password)
      const { searchEntries } = await client.search(base, {
        filter: '(thumbnailPhoto=*)',
        paged: true,
        attributes: ['uid', 'thumbnailPhoto', 'entryCSN'],
        explicitBufferAttributes: ['thumbnailPhoto'],
      })
      await client.unbind()
      return new Map(
        searchEntries.map(({ uid, thumbnailPhoto, entryCSN }) => [
          Number(uid),
          { bytes: thumbnailPhoto as Buffer, stamp: String(entryCSN) },
        ]),
      )
    },
    stop,
    start,
    isTriedAgain: true,
  }
}

async function openGraph(people: number): Promise<Receiver> {
  const ids = Array.from({ length: people }, (_, index) => index + 1)
  const accounts = toAccounts(ids.map(id => readyEmployee({ id }).email))
  const { graph, start, stop, ...at } = await startGraph(accounts)
  return {
    ...at,
    async read() {
      const writes = Map.groupBy(
        graph.journal.filter(({ method }) => method !== 'GET'),
        ({ path }) => path.split('/')[3] ?? '',
      )
      return new Map(
        ids.flatMap(id => {
          const { email } = readyEmployee({ id })
          const { photo = null } = accounts[email] ?? {}
          return photo
            ? [[id, { bytes: photo, stamp: String(writes.get(`id-of-${email}`)?.length) }] as const]
            : []
        }),
      )
    },
    puts: () => graph.journal.filter(({ method, status }) => method === 'PUT' && status === 200).length,
    start,
    stop,
    isTriedAgain: true,
  }
}

export function toAccounts(emails: readonly string[]): Record<string, GraphAccount> {
  return Object.fromEntries(emails.map(email => [email, { mailbox: true, photo: null }]))
}

/** Microsoft Graph on a port of this machine, and the settings of a delivery to it. */
export async function startGraph(accounts: Record<string, GraphAccount>) {
  const graph = createGraphService({ ...GRAPH_APP, accounts })
  let server: ServerType
  let port = 0
  async function start(): Promise<void> {
    server = serve({ fetch: graph.fetch, hostname: '127.0.0.1', port, overrideGlobalObjects: false })
    if (!server.listening) await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }
  async function stop(): Promise<void> {
    server.close()
    if ('closeAllConnections' in server) server.closeAllConnections()
  }
  await start()
  onTestFinished(stop)
  const origin = `http://127.0.0.1:${port}`
  const { tenant, clientId, clientSecret } = GRAPH_APP
  return {
    ...{ graph, start, stop },
    destination: { kind: 'microsoft-365' as const, tenant, client_id: clientId },
    secrets: { client_secret: clientSecret },
    env: { DELIVERY_LOGIN_URL: origin, DELIVERY_GRAPH_URL: origin },
  }
}
