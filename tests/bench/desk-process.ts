import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

const CLOCK_TICKS_PER_S = 100

/** A process of the desk, as Linux sees it. */
export type DeskProcess = {
  /** Processor time since its start, in milliseconds. */
  cpuMs: () => number
  /** Its resident memory, in megabytes. */
  memoryMb: () => number
  /** Open files, pipes and sockets. */
  handles: () => number
}

/** The process that listens at a port of the loopback interface. */
export function findListener(port: number): DeskProcess {
  return toProcess(findPid(port))
}

function toProcess(pid: string): DeskProcess {
  return {
    cpuMs() {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      return ((Number(fields[11]) + Number(fields[12])) * 1000) / CLOCK_TICKS_PER_S
    },
    memoryMb: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    handles: () => readdirSync(`/proc/${pid}/fd`).length,
  }
}

function findPid(port: number): string {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const lines = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap(file => readFileSync(file, 'utf8').split('\n'))
  const LISTENS = '0A'
  const sockets = lines
    .map(line => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(`:${hex}`) && state === LISTENS)
    .map(fields => `socket:[${fields[9]}]`)
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name)))
    if (listFiles(pid).some(file => sockets.includes(file))) return pid
  throw new Error(`Nothing listens at port ${port}.`)
}

function listFiles(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map(fd => readlinkSync(`/proc/${pid}/fd/${fd}`))
  } catch {
    return []
  }
}
