import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Connection, Server, type SFTPWrapper, utils } from 'ssh2'
import { onTestFinished } from 'vitest'
import { createTempFolder } from './temp-folder.ts'

const { STATUS_CODE: CODE } = utils.sftp

/** Faults that OpenSSH does not have. By default the server only lacks all extensions. */
export type Faults = {
  /** The connection breaks once, after this many bytes of a file. */
  cutAfter?: number
  /** A file is silently never written beyond this size. */
  forgetAfter?: number
  /** Answers to writes come one after another, each this late (ms). */
  slowMs?: number
  /** A read file never ends. */
  endless?: boolean
  /** Asks for this password as a question, and accepts no other method (RFC 4256). */
  asksFor?: string
  /** A listing of a folder never ends. */
  endlessFolder?: boolean
  /** The first file gets no answer; this is called when the file has arrived. */
  silent?: () => void
  /** The first request gets no answer either; it comes before any file. */
  mute?: () => void
}

/** A server of the plain SFTP version 3 with `folder` as its root, for faults that a correct server never has. */
export async function startFaultySshServer(folder: string, faults: Faults) {
  const keys = createTempFolder()
  spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(keys, 'host')])
  const printed = spawnSync('ssh-keygen', ['-lf', join(keys, 'host.pub')], { encoding: 'utf8' }).stdout
  const connections = new Set<Connection>()
  const server = new Server({ hostKeys: [fs.readFileSync(join(keys, 'host'))] }, connection => {
    connections.add(connection)
    connection
      .on('authentication', login => {
        const { asksFor } = faults
        if (asksFor === undefined) return login.method === 'password' ? login.accept() : login.reject()
        if (login.method !== 'keyboard-interactive') return login.reject(['keyboard-interactive'])
        login.prompt([{ prompt: 'Password: ', echo: false }], ([answer]) =>
          answer === asksFor ? login.accept() : login.reject(),
        )
      })
      .on('session', accept =>
        accept().on('sftp', open => serveFiles(open(), { folder, faults, cut: () => connection.end() })),
      )
      .on('error', () => {})
      .on('close', () => connections.delete(connection))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const connection of connections) connection.end()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { host: '127.0.0.1', port, user: 'anyone', host_key: printed.split(' ')[1] ?? '' }
}

type Served = { folder: string; faults: Faults; cut: () => void }

function serveFiles(sftp: SFTPWrapper, { folder, faults, cut }: Served): void {
  const open = new Map<string, number>()
  const at = (path: string) => join(folder, path)
  let written = 0

  /** Answers with the result of the file system. */
  function answer(id: number, run: () => void): void {
    try {
      run()
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      sftp.status(id, code === 'ENOENT' ? CODE.NO_SUCH_FILE : CODE.FAILURE)
    }
  }
  const done = (id: number, run: () => void) =>
    answer(id, () => {
      run()
      sftp.status(id, CODE.OK)
    })
  const fileOf = (handle: Buffer) => open.get(handle.toString()) ?? -1
  const stat = (id: number, path: string) => answer(id, () => sftp.attrs(id, fs.statSync(at(path)) as never))

  sftp
    .on('REALPATH', (id, path) => {
      if (faults.mute) return faults.mute()
      sftp.name(id, [{ filename: join('/', path), longname: path, attrs: {} as never }])
    })
    .on('STAT', stat)
    .on('LSTAT', stat)
    .on('FSTAT', (id, handle) => answer(id, () => sftp.attrs(id, fs.fstatSync(fileOf(handle)) as never)))
    .on('SETSTAT', id => sftp.status(id, CODE.OK))
    .on('FSETSTAT', id => sftp.status(id, CODE.OK))
    .on('OPEN', (id, path, flags) => {
      if (faults.silent) return faults.silent()
      answer(id, () => {
        const handle = randomUUID()
        open.set(handle, fs.openSync(at(path), utils.sftp.flagsToString(flags) ?? 'r'))
        sftp.handle(id, Buffer.from(handle))
      })
    })
    .on('WRITE', (id, handle, offset, data) => {
      const { cutAfter, forgetAfter = Number.POSITIVE_INFINITY, slowMs = 0 } = faults
      written += data.length
      if (cutAfter !== undefined && written > cutAfter) {
        delete faults.cutAfter
        fs.writeSync(fileOf(handle), data.subarray(0, data.length / 2), 0, data.length / 2, offset)
        return cut()
      }
      const kept = Math.max(0, Math.min(data.length, forgetAfter - offset))
      setTimeout(() => done(id, () => fs.writeSync(fileOf(handle), data, 0, kept, offset)), slowMs)
    })
    .on('READ', (id, handle, offset, length) =>
      answer(id, () => {
        const bytes = Buffer.alloc(length)
        const read = faults.endless ? length : fs.readSync(fileOf(handle), bytes, 0, length, offset)
        if (read === 0) sftp.status(id, CODE.EOF)
        else sftp.data(id, bytes.subarray(0, read))
      }),
    )
    .on('CLOSE', (id, handle) =>
      done(id, () => {
        if (open.has(handle.toString())) fs.closeSync(fileOf(handle))
        open.delete(handle.toString())
      }),
    )
    .on('REMOVE', (id, path) => done(id, () => fs.unlinkSync(at(path))))
    .on('MKDIR', (id, path) => done(id, () => fs.mkdirSync(at(path))))
    .on('RENAME', (id, from, to) =>
      // Version 3, section 6.5: "It is an error if there already exists a file with the name specified by newpath."
      fs.existsSync(at(to)) ? sftp.status(id, CODE.FAILURE) : done(id, () => fs.renameSync(at(from), at(to))),
    )
    .on('OPENDIR', (id, path) =>
      answer(id, () => {
        const handle = randomUUID()
        const names = fs.readdirSync(at(path))
        listings.set(handle, names)
        sftp.handle(id, Buffer.from(handle))
      }),
    )
    .on('READDIR', (id, handle) => {
      const names = listings.get(handle.toString()) ?? []
      if (!faults.endlessFolder) listings.delete(handle.toString())
      if (names.length === 0) return sftp.status(id, CODE.EOF)
      sftp.name(
        id,
        names.map(filename => ({ filename, longname: `-rw-r--r-- ${filename}`, attrs: {} as never })),
      )
    })
  const listings = new Map<string, string[]>()
}
