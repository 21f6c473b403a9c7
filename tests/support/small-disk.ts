import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createTempFolder } from './temp-folder.ts'

/** Makes a disk of this size, or returns null where this user or system may not. */
export function createSmallDisk(megabytes: number): { path: string; resize(megabytes: number): void } | null {
  const path = join(createTempFolder(), '.')
  if (mount(['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', path]) !== 0) return null
  onTestFinished(() => void spawnSync('umount', ['-l', path]))
  return {
    path,
    resize(megabytes) {
      if (mount(['-o', `remount,size=${megabytes}m`, path]) !== 0) throw new Error('The disk does not grow.')
    },
  }
}

/**
 * Makes this folder or file read-only for everybody, also for the administrator of the machine. Returns false where
 * this user or system may not do that.
 */
export function makeReadOnly(path: string): boolean {
  if (mount(['--bind', path, path]) !== 0) return false
  onTestFinished(() => void spawnSync('umount', ['-l', path]))
  return mount(['-o', 'remount,ro,bind', path]) === 0
}

function mount(args: string[]): number | null {
  return spawnSync('mount', args, { stdio: 'ignore' }).status
}
