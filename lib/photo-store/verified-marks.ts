import 'server-only'
import { stat } from 'node:fs/promises'
import { singleton } from '#lib/singleton.ts'

/** After so long a file is read again before it is trusted: disks lose bits without telling anybody. */
const TRUSTED_MS = 60 * 60_000
/** Marks of files that are long gone must not pile up; the oldest go first. */
const MARKS_MAX = 200_000

type Mark = { inode: number; bytes: number; modifiedMs: number; until: number }

/**
 * Which stored files have lately been read to their end and found right. Whoever changes a file changes its time, its
 * length or its inode, and the mark counts no more. Kept in memory only: a new process trusts nothing.
 */
export async function markVerified(path: string): Promise<void> {
  await setMark(path, performance.now() + TRUSTED_MS)
}

export async function isMarkedVerified(path: string): Promise<boolean> {
  return (await findMark(path)) !== null
}

/** For our own changes of a file's times, which say nothing about its bytes. */
export async function keepMark(path: string, change: () => Promise<void>): Promise<void> {
  const mark = await findMark(path)
  await change()
  if (mark) await setMark(path, mark.until)
}

/** A download has met a wrong byte in it: the next one looks at all of them. */
export function forgetMark(path: string): void {
  getMarks().delete(path)
}

function getMarks(): Map<string, Mark> {
  return singleton('verified-photos', () => new Map<string, Mark>())
}

async function findMark(path: string): Promise<Mark | null> {
  const mark = getMarks().get(path)
  if (!mark || mark.until < performance.now()) return null
  const now = await stat(path).catch(() => null)
  const same = now?.ino === mark.inode && now.size === mark.bytes && now.mtimeMs === mark.modifiedMs
  return same ? mark : null
}

async function setMark(path: string, until: number): Promise<void> {
  const seen = await stat(path).catch(() => null)
  if (!seen) return
  const marks = getMarks()
  marks.delete(path)
  marks.set(path, { inode: seen.ino, bytes: seen.size, modifiedMs: seen.mtimeMs, until })
  for (const oldest of marks.keys()) {
    if (marks.size <= MARKS_MAX) break
    marks.delete(oldest)
  }
}
