import 'server-only'
import { stat } from 'node:fs/promises'
import { singleton } from '#lib/singleton.ts'

/** Milliseconds for which a verified file is trusted: disks lose bits silently. */
const TRUSTED_MS = 60 * 60_000
/** Maximum number of marks, because those of deleted files would pile up; the oldest are dropped first. */
const MARKS_MAX = 200_000

type Mark = { inode: number; bytes: number; modifiedMs: number; until: number }

/**
 * Marks a stored file as completely read and correct. A changed file has another time, length or inode, which
 * invalidates the mark. Marks are kept in memory only: a new process trusts no file.
 */
export async function markVerified(path: string): Promise<void> {
  await setMark(path, performance.now() + TRUSTED_MS)
}

export async function isMarkedVerified(path: string): Promise<boolean> {
  return (await findMark(path)) !== null
}

/** Keeps the mark when the desk itself changes a file's times, which says nothing about its bytes. */
export async function keepMark(path: string, change: () => Promise<void>): Promise<void> {
  const mark = await findMark(path)
  await change()
  if (mark) await setMark(path, mark.until)
}

/** Drops the mark after a download has found a wrong byte: the next download verifies the whole file. */
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
