import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import tls from 'node:tls'
import { onTestFinished } from 'vitest'
import { findFreePort } from './open-ssh.ts'
import { createTempFolder } from './temp-folder.ts'
import { until } from './until.ts'

const SERVER = ['/usr/sbin/slapd', '/usr/lib/openldap/slapd'].find(path => existsSync(path)) ?? null
/** OpenLDAP's server on this machine with the tools of its package `ldap-utils`, or null. */
export const SLAPD = existsSync('/usr/bin/ldapadd') ? SERVER : null

const TLS = join(import.meta.dirname, 'tls')
const BASE = 'dc=example,dc=com'
/** The size of its database in bytes; OpenLDAP's default holds 400 photos. */
const ROOMY = 2 ** 28

export type Directory = {
  /** The addresses with TLS from the first byte, and with StartTLS. */
  ldaps: string
  ldap: string
  base: string
  /** An account that may write photos. */
  writer: { user: string; password: string }
  /** An account that may only read. */
  reader: { user: string; password: string }
  /** Adds an entry, in LDIF. */
  add(ldif: string): void
  /** Renames an entry below the base, and moves it below another one. */
  move(dn: string, to: { rdn: string; below?: string }): void
  /** Restarts the directory with other rules; fields that are left out have their initial values. */
  setRules(rules: Rules): Promise<void>
  /** Closes every connection, and accepts no other one. */
  stop(): Promise<void>
  /** Starts the same directory again after `stop`. */
  start(): Promise<void>
}

/** Rules of the server. DNs are relative to the base. */
export type Rules = {
  /** The writer's rights to photos, by default `write`. */
  rights?: 'write' | 'read'
  /** A replica that answers every write with a referral. */
  isReplica?: boolean
  /** Address that a replica refers to; by default a port without a server. */
  refersTo?: string
  /** Entries whose photo the writer may only read, like a protected administrator's. */
  protects?: string[]
  /** Entries that the writer does not see. */
  hides?: string[]
  /** Entries whose photo the writer may not read or search for. */
  blinds?: string[]
  /** Spelling of the attribute in the schema. */
  spelling?: string
}

/** `uid` and the entry's place below the base; people are found by `email` and `number`. */
export type Entry = { dn: string; uid: string; email: string; number: string }

/** A directory for one test on ports of this machine, with a certificate for `localhost` by the tests' authority. */
export async function startDirectory(
  entries: readonly Entry[],
  maxBytes = ROOMY,
  rules: Rules = {},
): Promise<Directory> {
  trustTestAuthority()
  const folder = createTempFolder()
  mkdirSync(join(folder, 'data'))
  const [plain, secure] = [await findFreePort(), await findFreePort()]
  writeFileSync(join(folder, 'slapd.conf'), toConfig(folder, maxBytes, rules))
  writeFileSync(join(folder, 'people.ldif'), toLdif(entries))
  const config = ['-f', join(folder, 'slapd.conf')]
  const added = spawnSync('slapadd', [...config, '-l', join(folder, 'people.ldif')], { encoding: 'utf8' })
  if (added.status !== 0) throw new Error(`slapadd: ${added.stderr}`)
  const urls = `ldap://127.0.0.1:${plain}/ ldaps://127.0.0.1:${secure}/`
  let stop = async () => {}
  async function start(): Promise<void> {
    const server = spawn(SLAPD ?? '', [...config, '-h', urls, '-d', '256'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    server.stderr.on('data', chunk => {
      said += chunk
    })
    stop = async () => {
      server.kill('SIGKILL')
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
    }
    await until(
      () => `slapd listens: ${said}`,
      // It prints this before it listens.
      async () => said.includes('slapd starting') && (await accepts(plain)) && (await accepts(secure)),
    )
  }
  onTestFinished(() => stop())
  await start()
  return {
    ldaps: `ldaps://localhost:${secure}`,
    ldap: `ldap://localhost:${plain}`,
    base: BASE,
    writer: { user: `cn=writer,${BASE}`, password: 'wr1tes-s3cretly' },
    start,
    stop: () => stop(),
    add(ldif) {
      const root = ['-H', `ldap://127.0.0.1:${plain}`, '-D', `cn=root,${BASE}`, '-w', 'root', '-M']
      const added = spawnSync('ldapadd', ['-x', ...root], { input: ldif, encoding: 'utf8' })
      if (added.status !== 0) throw new Error(`ldapadd: ${added.stderr}`)
    },
    move(dn, { rdn, below }) {
      const root = ['-H', `ldap://127.0.0.1:${plain}`, '-D', `cn=root,${BASE}`, '-w', 'root']
      const superior = below === undefined ? [] : ['-s', `${below},${BASE}`]
      const moved = spawnSync('ldapmodrdn', ['-x', '-r', ...root, ...superior, `${dn},${BASE}`, rdn], {
        encoding: 'utf8',
      })
      if (moved.status !== 0) throw new Error(`ldapmodrdn: ${moved.stderr}`)
    },
    async setRules(changed) {
      await stop()
      writeFileSync(join(folder, 'slapd.conf'), toConfig(folder, maxBytes, { ...rules, ...changed }))
      await start()
    },
    reader: { user: `cn=reader,${BASE}`, password: 'reads' },
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isOpen
}

/** Does the same as `NODE_EXTRA_CA_CERTS`, which a process reads once. */
export function trustTestAuthority(): void {
  const before = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...before, readFileSync(join(TLS, 'authority.cert.pem'), 'utf8')])
  onTestFinished(() => tls.setDefaultCACertificates(before))
}

function toConfig(folder: string, maxBytes: number, rules: Rules): string {
  const { rights = 'write', isReplica = false, protects = [], hides = [], blinds = [] } = rules
  const { spelling = 'thumbnailPhoto', refersTo = 'ldap://127.0.0.1:9' } = rules
  const writer = `dn.exact="cn=writer,${BASE}"`
  const schemas = ['core', 'cosine', 'inetorgperson'].map(name => `include /etc/ldap/schema/${name}.schema`)
  return [
    ...schemas,
    // Like Active Directory: one value of bytes.
    `attributetype ( 2.16.840.1.113730.3.1.35 NAME '${spelling}' SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )`,
    `objectclass ( 1.3.6.1.4.1.99999.1 NAME 'withThumbnail' AUXILIARY MAY ( ${spelling} ) )`,
    `pidfile ${folder}/pid`,
    'modulepath /usr/lib/ldap',
    'moduleload back_mdb',
    `TLSCACertificateFile ${TLS}/authority.cert.pem`,
    `TLSCertificateFile ${TLS}/issued.cert.pem`,
    `TLSCertificateKeyFile ${TLS}/issued.key.pem`,
    'database mdb',
    `directory ${folder}/data`,
    `maxsize ${maxBytes}`,
    `suffix "${BASE}"`,
    `rootdn "cn=root,${BASE}"`,
    'rootpw root',
    ...(isReplica ? [`updatedn "cn=provider,${BASE}"`, `updateref ${refersTo}`] : []),
    `access to attrs=userPassword by anonymous auth by * none`,
    ...hides.map(dn => `access to dn.exact="${dn},${BASE}" by ${writer} none by users read`),
    ...protects.map(dn => `access to dn.exact="${dn},${BASE}" attrs=thumbnailPhoto,jpegPhoto by users read`),
    ...blinds.map(
      dn => `access to dn.exact="${dn},${BASE}" attrs=thumbnailPhoto by ${writer} none by users read`,
    ),
    `access to attrs=thumbnailPhoto,jpegPhoto by ${writer} ${rights} by users read`,
    'access to * by users read',
    // The administrator reads everything; the desk asks for one person at a time.
    `limits dn.exact="cn=reader,${BASE}" size=unlimited size.prtotal=unlimited`,
    '',
  ].join('\n')
}

function toLdif(entries: readonly Entry[]): string {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const account = (name: string, password: string) =>
    `dn: cn=${name},${BASE}\nobjectClass: organizationalRole\nobjectClass: simpleSecurityObject\ncn: ${name}\nuserPassword: ${password}\n`
  const people = entries.map(
    ({ dn, uid, email, number }) =>
      `dn:: ${base64(`${dn},${BASE}`)}\nobjectClass: inetOrgPerson\nobjectClass: withThumbnail\ncn:: ${base64(uid)}\nsn: x\nuid: ${uid}\nmail:: ${base64(email)}\nemployeeNumber:: ${base64(number)}\n`,
  )
  return [
    `dn: ${BASE}\nobjectClass: dcObject\nobjectClass: organization\no: Example\ndc: example\n`,
    account('writer', 'wr1tes-s3cretly'),
    account('reader', 'reads'),
    ...people,
  ].join('\n')
}
